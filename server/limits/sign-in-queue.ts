import type { Semaphore } from "../../app/platform/limits/semaphore.ts";
import { BodyTooLarge } from "../http/body-limit.ts";
import type { Handler, Visit } from "../http/listener.ts";

/**
 * Of many sign-ins at once a few are processed, some wait, and the rest is told to try again, without a page. All at
 * once they would block the event loop, and every other request would wait (docs/security.md, check 52). Three: two
 * are hashed while the third is written or read (docs/decisions/0032).
 */
export const SIGN_IN_CROWD = { atOnce: 3, waiting: 64 };

type Outcome = Response | "busy" | "gone";

/**
 * The application with a queue for sign-ins. `gone`: the response to a disconnected client, which `hasGone` detects;
 * the framework's copy of the request has a signal that may never fire.
 */
export function inTurn(
	handler: Handler,
	crowd: Semaphore,
): (request: Request, visit: Visit, hasGone: () => boolean) => Promise<Outcome> {
	return async (request, visit, hasGone) => {
		if (crowd.isFull) return "busy";
		// The form is read first: a slow sender occupies no slot meanwhile (docs/security.md, check 51).
		const whole = await withWholeBody(request);
		if (!whole) return "gone";
		return crowd.run(async () => (hasGone() ? "gone" : handler(whole, visit)));
	};
}

async function withWholeBody(request: Request): Promise<Request | null> {
	try {
		return new Request(request, { body: await request.arrayBuffer() });
	} catch (error) {
		if (error instanceof BodyTooLarge) throw error;
		return null;
	}
}
