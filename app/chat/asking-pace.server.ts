import { throttle } from "../accounts/throttle.server.ts";
import type { Db } from "../db/connection.server.ts";

/** Twenty questions at once, then one in three seconds (security.md, throttles). */
const PACE = { burst: 20, everyMs: 3_000 };

/**
 * Whether the account may ask now; counts the question.
 * @returns seconds to wait, 0 when it may
 */
export async function waitBeforeAsking(db: Db, accountId: string, now = Date.now()): Promise<number> {
	// The id is random and tells nothing about the person, so it needs no hash as the other keys do.
	const verdict = await throttle(db, { key: `ask ${accountId}`, limit: PACE }, now);
	return verdict.allowed ? 0 : Math.ceil(verdict.retryAfterMs / 1_000);
}
