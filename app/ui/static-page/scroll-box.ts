/**
 * A box that may scroll is a named Tab stop (`role=group`, `tabindex`), since without script it cannot be measured.
 * Where its content fits it is neither.
 */
export function measureScrollBox(box: HTMLElement): void {
	const name = box.ariaLabel;
	new ResizeObserver(() => {
		const scrolls = box.scrollWidth > box.clientWidth;
		if (scrolls) box.tabIndex = 0;
		else box.removeAttribute("tabindex");
		box.role = scrolls ? "group" : null;
		box.ariaLabel = scrolls ? name : null;
	}).observe(box);
}
