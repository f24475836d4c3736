import type { Db } from "../db/connection.server.ts";
import { transact } from "../db/transact.server.ts";
import { recordEvent } from "./account-events.server.ts";
import type { Client } from "./client.ts";
import { endSession } from "./sessions.server.ts";

/** Ends the session behind a cookie's value; a copy of the cookie is worth nothing afterwards. */
export async function signOut(
	db: Db,
	sessionToken: string | null,
	client: Client,
	now = Date.now(),
): Promise<void> {
	if (!sessionToken) return;
	await transact(db, async (trx) => {
		const accountId = await endSession(trx, sessionToken);
		if (accountId) await recordEvent(trx, accountId, "signed-out", client, now);
	});
}
