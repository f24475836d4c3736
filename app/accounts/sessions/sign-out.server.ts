import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { endSession } from "./sessions.server.ts";

/** Ends the session of a cookie's value; a copy of the cookie is worthless afterwards. */
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
