/** After each showing the browser has so many times as long as it took for everything else. */
const REST = 8;
/** However long one took, the next is not held up for longer. */
const REST_AT_MOST_MS = 250;

/**
 * Shows what has come in the next frame, all of it at once. A fast machine keeps up with the stream; a slow one,
 * where a showing costs more, shows larger pieces less often and stays free for whoever scrolls and types.
 * @param show does its work before it returns, or what it costs is not seen
 * @returns what is called whenever there is something to show, and how to stop
 */
export function throttleToFrames(show: () => void): { come: () => void; stop: () => void } {
	let waits = false;
	let restUntil = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let frame = 0;
	let measuring: ReturnType<typeof setTimeout> | undefined;
	const inFrame = () => {
		const began = performance.now();
		waits = false;
		show();
		// Runs when the frame has been laid out and painted: this is the larger part of the cost.
		measuring = setTimeout(() => {
			const now = performance.now();
			restUntil = now + Math.min((now - began) * REST, REST_AT_MOST_MS);
		});
	};
	return {
		come: () => {
			if (waits) return;
			waits = true;
			timer = setTimeout(
				() => {
					frame = requestAnimationFrame(inFrame);
				},
				Math.max(0, restUntil - performance.now()),
			);
		},
		stop: () => {
			clearTimeout(timer);
			clearTimeout(measuring);
			cancelAnimationFrame(frame);
		},
	};
}
