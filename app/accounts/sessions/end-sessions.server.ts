import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { endOtherSessions, endSessionById } from "./sessions.server.ts";

type Own = { accountId: string; sessionId: string };

/** Ends one session of the account on request of another one. @returns false: the account has no such session */
export async function endOneSession(
	db: Db,
	{ accountId, sessionId }: Own,
	client: Client,
	now = Date.now(),
): Promise<boolean> {
	return transact(db, async (trx) => {
		const ended = await endSessionById(trx, accountId, sessionId);
		if (ended) await recordEvent(trx, accountId, "session-ended", client, now);
		return ended;
	});
}

/** Ends all sessions of the account but `sessionId`. */
export async function endAllOthers(
	db: Db,
	{ accountId, sessionId }: Own,
	client: Client,
	now = Date.now(),
): Promise<void> {
	await transact(db, async (trx) => {
		const ended = await endOtherSessions(trx, accountId, sessionId);
		if (ended > 0) await recordEvent(trx, accountId, "other-sessions-ended", client, now);
	});
}
