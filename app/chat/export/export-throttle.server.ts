import { throttle } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** A burst of ten exports, then one in half a minute: a long conversation takes seconds. */
const LIMIT = { burst: 10, everyMs: 30_000 };

/**
 * Throttles exports of an account; counts the call.
 * @returns seconds to wait, 0 when it may export
 */
export async function throttleExport(db: Db, accountId: string, now = Date.now()): Promise<number> {
	// The account id is random and not personal data, so it is not hashed as the other keys are.
	const verdict = await throttle(db, { key: `export ${accountId}`, limit: LIMIT }, now);
	return verdict.allowed ? 0 : Math.ceil(verdict.retryAfterMs / 1_000);
}
