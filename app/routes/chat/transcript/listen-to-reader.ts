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
			if (target === panel || list.contains(target as Node)) end.hold();
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
	panel.addEventListener(
		"submit",
		(event) => {
			const form = event.target as Element;
			// Switching versions keeps the pressed control in view, not the end of the new content.
			if (form.closest(".branch")) end.following = false;
			// A busy browser may begin an answer without having shown its question as pending. While one is written, it queues.
			if (form.matches(".composer") && !isWriting(list)) end.following = true;
		},
		passive,
	);
}

/** Whether an answer is being written, or its question is on its way. */
export const isWriting = (list: HTMLElement): boolean => list.querySelector(".msg-ai[aria-busy]") !== null;
