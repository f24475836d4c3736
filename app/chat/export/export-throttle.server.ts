import { type Limit, throttle } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

/** A burst of ten exports, then one in half a minute: a long conversation takes seconds. */
const OF_CONVERSATIONS = { burst: 10, everyMs: 30_000 };
/** A burst of a hundred single messages, then one in a second: each press of «Копировать» is one. */
const OF_MESSAGES = { burst: 100, everyMs: 1_000 };

/**
 * Throttles exports of an account; counts the call.
 * @returns seconds to wait, 0 when it may export
 */
export const throttleExport = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	secondsUntil(db, `export ${accountId}`, OF_CONVERSATIONS, now);

/** The same of single messages. */
export const throttleMessageExport = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	secondsUntil(withoutSync(db), `export-message ${accountId}`, OF_MESSAGES, now);

// The account id is random and not personal data, so it is not hashed as the other keys are.
async function secondsUntil(db: Db, key: string, limit: Limit, now: number): Promise<number> {
	const verdict = await throttle(db, { key, limit }, now);
	return verdict.allowed ? 0 : Math.ceil(verdict.retryAfterMs / 1_000);
}
