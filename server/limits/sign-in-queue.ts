import type { Semaphore } from "../../app/platform/concurrency/semaphore.server.ts";
import { BodyTooLarge } from "../http/body-limit.ts";
import type { Handler, RequestContext } from "../http/handler.ts";

/**
 * A few of many sign-ins at once are processed, some wait, and the rest is told to try again, without a page. All at
 * once they would block the event loop, and every other request would wait (docs/security.md, check 52). Three: two are
 * hashed while the third is written or read (docs/decisions/0032).
 */
export const SIGN_IN_QUEUE = { atOnce: 3, waiting: 64 };

type Outcome = Response | "busy" | "disconnected";

/**
 * The application with a queue for sign-ins. `disconnected`: the response to a disconnected client, which `isDisconnected` detects;
 * the framework's copy of the request has a signal that may never fire.
 */
export function queueSignIns(
	handler: Handler,
	queue: Semaphore,
): (request: Request, context: RequestContext, isDisconnected: () => boolean) => Promise<Outcome> {
	return async (request, context, isDisconnected) => {
		if (queue.isFull) return "busy";
		// The form is read first: a slow sender occupies no slot meanwhile (docs/security.md, check 51).
		const whole = await readWholeBody(request);
		if (!whole) return "disconnected";
		return queue.run(async () => (isDisconnected() ? "disconnected" : handler(whole, context)));
	};
}

async function readWholeBody(request: Request): Promise<Request | null> {
	try {
		return new Request(request, { body: await request.arrayBuffer() });
	} catch (error) {
		if (error instanceof BodyTooLarge) throw error;
		return null;
	}
}
