import { throttle } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** Ten conversations at once, then one in half a minute: a long one is seconds of work. */
const PACE = { burst: 10, everyMs: 30_000 };

/**
 * Whether the account may have a conversation as a file now; counts it.
 * @returns seconds to wait, 0 when it may
 */
export async function waitBeforeExport(db: Db, accountId: string, now = Date.now()): Promise<number> {
	// The id is random and tells nothing about the person, so it needs no hash as the other keys do.
	const verdict = await throttle(db, { key: `export ${accountId}`, limit: PACE }, now);
	return verdict.allowed ? 0 : Math.ceil(verdict.retryAfterMs / 1_000);
}
