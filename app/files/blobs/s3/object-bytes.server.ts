import type { IncomingMessage } from "node:http";
import { startTimeout } from "../../../platform/concurrency/timeout.server.ts";

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
				const endTimeout = startTimeout(silenceMs, () => response.destroy(silence()));
				try {
					return await chunks.next();
				} finally {
					endTimeout();
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
