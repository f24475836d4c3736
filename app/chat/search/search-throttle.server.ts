import { secondsToWait } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

/**
 * A burst of 120 searches, then two in a second: the search field asks after each pause in typing, and on SQLite the
 * process waits for the statement.
 */
const LIMIT = { burst: 120, everyMs: 500 };

/**
 * Throttles searches of an account; counts the call.
 * @returns seconds to wait, 0 when it may search
 */
export const throttleSearch = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	// The account id is random and not personal data, so it is not hashed as the other keys are.
	secondsToWait(withoutSync(db), { key: `search ${accountId}`, limit: LIMIT }, now);
