import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AccountEventKind } from "../../platform/db/tables/accounts.ts";
import { log } from "../../platform/log.server.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";

export type { AccountEventKind } from "../../platform/db/tables/accounts.ts";

const DAY = 86_400_000;
/** How long an account's events, with their networks, are kept. The legal documents state it too. */
const RETENTION_MS = 365 * DAY;

/** An audit event of an account, as its owner may see it. The network is masked. */
export type AccountEvent = {
	id: string;
	kind: AccountEventKind;
	at: number;
	network: string;
	userAgent: string;
};

/**
 * Records an audit event, in the transaction of the fact where there is one, and logs it with the account's id alone:
 * the e-mail and the network stay in the database (docs/security.md, check 58).
 * @param accountId null: an unknown e-mail; written all the same, since a missing write could be timed
 */
export async function recordEvent(
	trx: Db,
	accountId: string | null,
	kind: AccountEventKind,
	client: Client,
	now: number,
): Promise<void> {
	await trx
		.insertInto("account_events")
		.values({
			id: randomUUID(),
			account_id: accountId,
			kind,
			at: now,
			ip_network: wideNetworkOf(client.ip),
			user_agent: client.userAgent,
		})
		.execute();
	log.info("Событие аккаунта", { event: kind, account: accountId });
}

/** The last events of an account, the newest first. */
export async function lastEvents(db: Db, accountId: string, limit: number): Promise<AccountEvent[]> {
	return db
		.selectFrom("account_events")
		.select(["id", "kind", "at", "ip_network as network", "user_agent as userAgent"])
		.where("account_id", "=", accountId)
		.orderBy("at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
}

/** Deletes events older than the retention period. */
export async function forgetOldEvents(db: Db, now = Date.now()): Promise<void> {
	await db
		.deleteFrom("account_events")
		.where("at", "<=", now - RETENTION_MS)
		.execute();
}

/** The client of the operator's own commands: no network and no browser. */
export const OPERATOR: Client = { ip: "operator", userAgent: "" };
