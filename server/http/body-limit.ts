import type { IncomingMessage } from "node:http";

/** The reading of a body stopped because there was too much of it. The application need not log it. */
export class BodyTooLarge extends Error {
	constructor() {
		super("The body is larger than allowed.");
		this.name = "BodyTooLarge";
	}
}

/** Whether the headers already say that the body is too large. */
export const announcesTooMuch = (req: IncomingMessage, limit: number): boolean =>
	Number(req.headers["content-length"] ?? 0) > limit;

/**
 * The request with a body that breaks off behind `limit` bytes, whatever the headers said.
 * `wasExceeded` tells afterwards whether it did.
 */
export function capBody(request: Request, limit: number): { request: Request; wasExceeded: () => boolean } {
	let received = 0;
	if (!request.body) return { request, wasExceeded: () => false };
	const counted = request.body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				received += chunk.byteLength;
				if (received > limit) controller.error(new BodyTooLarge());
				else controller.enqueue(chunk);
			},
		}),
	);
	// `duplex` is required for a body that is a stream, and missing from the DOM types.
	const init: RequestInit & { duplex: "half" } = { body: counted, duplex: "half" };
	return { request: new Request(request, init), wasExceeded: () => received > limit };
}
