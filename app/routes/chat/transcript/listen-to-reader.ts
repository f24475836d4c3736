import type { EndFollower } from "./end-follower.ts";

/**
 * Tells the follower what the reader does that may scroll the transcript: up by the wheel, by a finger, by a key, by
 * a pointer on the scrollbar.
 * @param panel contains the list and, on a low screen, scrolls it
 */
export function listenToReader(
	list: HTMLElement,
	panel: HTMLElement,
	end: EndFollower,
	signal: AbortSignal,
): void {
	const passive = { passive: true, signal };
	const onInput = () => end.input(performance.now());
	panel.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && onInput(), passive);
	panel.addEventListener("touchmove", onInput, passive);
	panel.addEventListener(
		"pointerdown",
		({ target }) => {
			if (target === panel || (target instanceof Node && list.contains(target))) end.hold();
		},
		passive,
	);
	const onRelease = () => end.release(performance.now());
	document.addEventListener("pointerup", onRelease, passive);
	document.addEventListener("pointercancel", onRelease, passive);
	document.addEventListener(
		"keydown",
		({ key, target }) => {
			// A key typed into a field scrolls the field; Tab leads out of it.
			const typed = target instanceof Element && target.closest("input, textarea, select");
			if (!typed || key === "Tab") onInput();
		},
		passive,
	);
	// Switching versions keeps the pressed control in view, not the end of the new content.
	list.addEventListener(
		"submit",
		({ target }) => {
			if (target instanceof Element && target.closest(".branch")) end.following = false;
		},
		passive,
	);
}
