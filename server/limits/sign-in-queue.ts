import type { Semaphore } from "../../app/platform/limits/semaphore.ts";
import { BodyTooLarge } from "../http/body-limit.ts";
import type { Handler, Visit } from "../http/listener.ts";

/**
 * Of a crowd at the sign-in form a few are let in at a time and some wait; the rest is told to come again, without
 * a page. All at once they would keep the loop busy, and everybody else would wait behind them (check 52). Three:
 * two are hashed and the third is written down or read meanwhile (decision 32).
 */
export const SIGN_IN_CROWD = { atOnce: 3, waiting: 64 };

type Outcome = Response | "busy" | "gone";

/**
 * The application with a narrow door. `gone`: nobody is there any more to be answered, which `hasGone` tells; the
 * request's own signal may never fire (house.md §5).
 */
export function inTurn(
	handler: Handler,
	crowd: Semaphore,
): (request: Request, visit: Visit, hasGone: () => boolean) => Promise<Outcome> {
	return async (request, visit, hasGone) => {
		if (crowd.isFull) return "busy";
		// First the form: whoever sends it slowly takes nobody's place meanwhile (check 51).
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
