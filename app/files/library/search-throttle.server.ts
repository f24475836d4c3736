import { secondsToWait } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

/** A burst of thirty searches, then one in two seconds: in many documents each takes some tens of milliseconds. */
const LIMIT = { burst: 30, everyMs: 2_000 };

/**
 * Throttles an account's searches in its documents; counts the call.
 * @returns seconds to wait, 0 when it may search
 */
export const throttleDocumentSearch = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	// The account id is random and not personal data, so it is not hashed as the other keys are.
	secondsToWait(withoutSync(db), { key: `search documents ${accountId}`, limit: LIMIT }, now);
