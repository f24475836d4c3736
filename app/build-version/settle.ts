/** No navigation is held up longer than this (S-9.3). */
export const SETTLE_MS = 100;

/** What `settle` needs of a browser. */
export type Painter = { requestAnimationFrame: (paint: () => void) => void };

/**
 * Lets the browser paint the press before a navigation keeps it busy: waits for a frame and what follows it, usually
 * 16 ms. A page in the background gets no frames, hence the bound (S-4.5).
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
