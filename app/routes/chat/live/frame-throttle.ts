/** After each update the main thread is left idle for this multiple of the update's duration. */
const REST = 8;
/** The same where an update takes longer than a frame of the display: scrolling and typing come first there. */
const REST_WHEN_SLOW = 12;
const FRAME_MS = 16;
/** The longest pause, however long the update took. */
const REST_AT_MOST_MS = 350;

/**
 * Batches updates into the next frame. A fast machine keeps up with the stream; a slow one, where an update costs
 * more, renders larger pieces less often and stays responsive to scrolling and typing.
 * @param show must work synchronously, or its cost is not measured
 * @returns a function to request an update, and one to stop
 */
export function throttleToFrames(show: () => void): { request: () => void; stop: () => void } {
	let waits = false;
	let restUntil = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let frame = 0;
	let measuring: ReturnType<typeof setTimeout> | undefined;
	const inFrame = () => {
		const began = performance.now();
		waits = false;
		show();
		// Runs after layout and paint: they are the larger part of the cost.
		measuring = setTimeout(() => {
			const now = performance.now();
			const took = now - began;
			restUntil = now + Math.min(took * (took > FRAME_MS ? REST_WHEN_SLOW : REST), REST_AT_MOST_MS);
		});
	};
	return {
		request: () => {
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
