const GAP = 8;

/** Places a box of fixed position below another element, or above it where there is more room; inside the window. */
export function placeBelow(box: HTMLElement, anchor: HTMLElement): void {
	// A popover of a link in two lines is placed where the link begins.
	const [line = anchor.getBoundingClientRect()] = anchor.getClientRects();
	const { left, top, bottom } = line;
	const { offsetWidth: width, offsetHeight: height } = box;
	const fitsBelow = bottom + GAP + height <= innerHeight - GAP;
	const above = !fitsBelow && top > innerHeight - bottom;
	box.style.left = `${Math.max(GAP, Math.min(left - GAP, innerWidth - width - GAP))}px`;
	box.style.top = `${Math.max(GAP, above ? top - height - GAP : bottom + GAP)}px`;
}
