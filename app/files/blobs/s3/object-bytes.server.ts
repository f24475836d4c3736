import type { IncomingMessage } from "node:http";

/** @returns what ends a connection whose other side says nothing */
export const silence = () => Object.assign(new Error("The storage is silent"), { code: "ETIMEDOUT" });

/**
 * The bytes of an object as they come. The storage may be silent for `silenceMs` while its bytes are waited for. A reader
 * may rest for longer, as a download over a slow line does: the socket is paused then, and its silence says nothing.
 */
export function objectBytes(response: IncomingMessage, silenceMs: number): AsyncIterable<Uint8Array> {
	response.setTimeout(0);
	const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
	return {
		[Symbol.asyncIterator]: () => ({
			async next() {
				let isWaiting = true;
				const giveUp = () => isWaiting && response.destroy(silence());
				// After a stall of this process its timers run before what has arrived meanwhile is read: that is read first.
				const timer = setTimeout(() => setImmediate(giveUp), silenceMs);
				try {
					return await chunks.next();
				} finally {
					isWaiting = false;
					clearTimeout(timer);
				}
			},
			// Not the iterator's own, which does nothing for a reader that leaves before the first bytes.
			async return() {
				response.destroy();
				return { done: true, value: undefined };
			},
		}),
	};
}
