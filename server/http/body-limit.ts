import type { IncomingMessage, ServerResponse } from "node:http";
import { startTimeout } from "../../app/platform/concurrency/timeout.server.ts";
import { refuse } from "./refuse.ts";

/** Reading a body stopped at the limit. The application need not log it. */
export class BodyTooLarge extends Error {
	constructor() {
		super("The body is larger than allowed.");
		this.name = "BodyTooLarge";
	}
}

/** Whether the headers already announce a body over the limit. */
export const announcesTooMuch = (req: IncomingMessage, limit: number): boolean =>
	Number(req.headers["content-length"] ?? 0) > limit;

/**
 * The request with a body that fails after `limit` bytes, whatever the headers announced. `wasExceeded` tells
 * afterwards whether it did.
 * @param isAnswered whether its sender has an answer: what comes of the body after that is thrown away, so an end of it
 * would make half a form look whole
 */
export function capBody(
	request: Request,
	limit: number,
	isAnswered: () => boolean,
): { request: Request; wasExceeded: () => boolean } {
	let received = 0;
	if (!request.body) return { request, wasExceeded: () => false };
	const counted = request.body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				received += chunk.byteLength;
				if (received > limit) controller.error(new BodyTooLarge());
				else controller.enqueue(chunk);
			},
			flush(controller) {
				// As where the sender has gone, which the application does not log.
				if (isAnswered()) controller.error(new DOMException("The request was aborted.", "AbortError"));
			},
		}),
	);
	// `duplex` is required for a stream body, and missing from the DOM types.
	const init: RequestInit & { duplex: "half" } = { body: counted, duplex: "half" };
	return { request: new Request(request, init), wasExceeded: () => received > limit };
}

/** Aborts a request whose body does not end in time. */
export function limitBodyTime(req: IncomingMessage, res: ServerResponse, withinMs: number): void {
	const onTimeout = () => {
		// Without a body nothing reads the request, so the end of an event stream's request would go unnoticed.
		if (req.complete) return;
		if (res.headersSent) req.destroy();
		else refuse(res, 408, { Connection: "close" });
	};
	const inTime = startTimeout(withinMs, onTimeout, { keepsAlive: false });
	req.once("end", inTime);
	res.once("close", inTime);
}
