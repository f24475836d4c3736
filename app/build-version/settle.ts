/** The maximum delay of a navigation (S-9.3). */
export const SETTLE_MS = 100;

/** The browser APIs that `settle` needs. */
export type Painter = { requestAnimationFrame: (paint: () => void) => void };

/**
 * Lets the browser paint the pressed state before a navigation blocks the main thread: waits for a frame and the task
 * after it, usually 16 ms. A background page gets no frames, hence the timeout (S-4.5).
 */
export function settle(painter: Painter = window): Promise<void> {
	return new Promise((resolve) => {
		const bound = setTimeout(resolve, SETTLE_MS);
		painter.requestAnimationFrame(() =>
			setTimeout(() => {
				clearTimeout(bound);
				resolve();
			}, 0),
		);
	});
}
