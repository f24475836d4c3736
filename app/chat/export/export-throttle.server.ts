import { secondsToWait } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

// The account id is random and not personal data, so the keys are not hashed as the others are.

/** A burst of ten exports, then one in half a minute: a long conversation takes seconds. */
const OF_CONVERSATIONS = { burst: 10, everyMs: 30_000 };
/** A burst of a hundred single messages, then one in a second: each press of «Копировать» is one. */
const OF_MESSAGES = { burst: 100, everyMs: 1_000 };

/**
 * Throttles exports of an account; counts the call.
 * @returns seconds to wait, 0 when it may export
 */
export const throttleExport = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	secondsToWait(db, { key: `export ${accountId}`, limit: OF_CONVERSATIONS }, now);

/** The same of single messages. */
export const throttleMessageExport = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	secondsToWait(withoutSync(db), { key: `export-message ${accountId}`, limit: OF_MESSAGES }, now);
