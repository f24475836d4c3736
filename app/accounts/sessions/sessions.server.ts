import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Account, Role } from "../../platform/http/context.server.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";
import { announceEnded } from "./ended-sessions.server.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A session without a request for so long ends. */
export const SESSION_IDLE_MS = 30 * DAY;
/** A session ends after this time even if it is used. */
export const SESSION_LONGEST_MS = 90 * DAY;
/** A write at every request would make this row the busiest of all. */
const SEEN_EVERY_MS = 10 * MINUTE;

/**
 * Opens a session, always under a new token, so that one planted before is worthless.
 * @param replaces the token this browser came with; that session ends
 * @returns the value of the cookie
 */
export async function openSession(
	trx: Db,
	accountId: string,
	client: Client,
	replaces: string | null | undefined,
	now: number,
): Promise<string> {
	if (replaces) await endSession(trx, replaces);
	const token = newToken();
	await trx
		.insertInto("sessions")
		.values({
			id: randomUUID(),
			account_id: accountId,
			token_hash: hashOfToken(token),
			created_at: now,
			seen_at: now,
			ip_network: wideNetworkOf(client.ip),
			user_agent: client.userAgent,
		})
		.execute();
	await noteVisit(trx, accountId, now);
	return token;
}

/** Remembers the last visit with the account: it stays when the sessions have ended. */
async function noteVisit(db: Db, accountId: string, now: number): Promise<void> {
	await db
		.updateTable("accounts")
		.set({ seen_at: now })
		.where("id", "=", accountId)
		.where("seen_at", "<", now)
		.execute();
}

/** When a person was last here, to ten minutes; null: not known. */
export async function lastVisit(db: Db, accountId: string): Promise<number | null> {
	const account = await db
		.selectFrom("accounts")
		.select("seen_at")
		.where("id", "=", accountId)
		.executeTakeFirst();
	return Number(account?.seen_at ?? 0) || null;
}

export type FoundSession = {
	sessionId: string;
	account: Account;
	/** Whether `seen_at` was written now, so that the cookie is to be renewed. */
	renewed: boolean;
};

type SessionRow = {
	sessionId: string;
	seenAt: number;
	id: string;
	/** Null: the account is deleted. */
	email: string | null;
	name: string | null;
	defaultModel: string | null;
	role: Role | null;
};

/** The account of a cookie's value. Null: unknown, ended, or the account is not active. */
export async function findSession(
	db: Db,
	token: string,
	client: Client,
	now = Date.now(),
): Promise<FoundSession | null> {
	// As text: every request asks this, and Kysely's builder takes four times as long as SQLite's answer.
	const { rows } = await sql<SessionRow>`
		select sessions.id as "sessionId", sessions.seen_at as "seenAt",
			accounts.id, accounts.email, accounts.name, accounts.default_model as "defaultModel", staff.role
		from sessions
		join accounts on accounts.id = sessions.account_id
		left join staff on staff.account_id = accounts.id
		where sessions.token_hash = ${hashOfToken(token)}
			and sessions.seen_at > ${now - SESSION_IDLE_MS}
			and sessions.created_at > ${now - SESSION_LONGEST_MS}
			and accounts.state = 'active'`.execute(db);
	const [found] = rows;
	if (!found?.email) return null;
	const { sessionId, seenAt, email, ...account } = found;
	const renewed = now - seenAt >= SEEN_EVERY_MS && (await recordSeen(db, sessionId, seenAt, client, now));
	if (renewed) await noteVisit(db, account.id, now);
	return { sessionId, account: { ...account, email }, renewed };
}

/** One of several concurrent requests writes. */
async function recordSeen(
	db: Db,
	sessionId: string,
	seenBefore: number,
	client: Client,
	now: number,
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("sessions")
		.set({ seen_at: now, ip_network: wideNetworkOf(client.ip), user_agent: client.userAgent })
		.where("id", "=", sessionId)
		.where("seen_at", "=", seenBefore)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** The sessions, of those found earlier, that are still open. The check renews nothing. */
export async function findOpenSessions(
	db: Db,
	sessionIds: readonly string[],
	now = Date.now(),
): Promise<Set<string>> {
	const found = await db
		.selectFrom("sessions")
		.innerJoin("accounts", "accounts.id", "sessions.account_id")
		.select("sessions.id")
		.where("sessions.id", "in", sessionIds)
		.where("sessions.seen_at", ">", now - SESSION_IDLE_MS)
		.where("sessions.created_at", ">", now - SESSION_LONGEST_MS)
		.where("accounts.state", "=", "active")
		.execute();
	return new Set(found.map(({ id }) => id));
}

/** An open session, as its owner may see it. The network is masked. */
export type OpenSession = {
	/** The row's id; it authenticates nothing. */
	id: string;
	createdAt: number;
	seenAt: number;
	network: string;
	userAgent: string;
};

/** More than a person has; a program can sign in as often as it likes. */
export const SESSIONS_AT_ONCE = 100;

/**
 * The open sessions of an account, the one seen last first.
 * @param after the last one of the page before; none for the first page
 */
export async function openSessions(
	db: Db,
	accountId: string,
	now = Date.now(),
	after?: Pick<OpenSession, "seenAt" | "id">,
): Promise<OpenSession[]> {
	return db
		.selectFrom("sessions")
		.select([
			"id",
			"created_at as createdAt",
			"seen_at as seenAt",
			"ip_network as network",
			"user_agent as userAgent",
		])
		.where("account_id", "=", accountId)
		.where("seen_at", ">", now - SESSION_IDLE_MS)
		.where("created_at", ">", now - SESSION_LONGEST_MS)
		.$if(after !== undefined, (query) =>
			query.where(({ eb, or, and }) =>
				or([
					eb("seen_at", "<", after?.seenAt ?? 0),
					and([eb("seen_at", "=", after?.seenAt ?? 0), eb("id", ">", after?.id ?? "")]),
				]),
			),
		)
		.orderBy("seen_at", "desc")
		.orderBy("id")
		.limit(SESSIONS_AT_ONCE)
		.execute();
}

/** Ends the session of a cookie's value. @returns its account; null: there was no such session */
export async function endSession(trx: Db, token: string): Promise<string | null> {
	const ended = await trx
		.deleteFrom("sessions")
		.where("token_hash", "=", hashOfToken(token))
		.returning(["id", "account_id"])
		.execute();
	await announceRows(trx, ended);
	return ended[0]?.account_id ?? null;
}

/** Ends one session of an account. @returns false: there is none (any more), or it belongs to another account */
export async function endSessionById(trx: Db, accountId: string, sessionId: string): Promise<boolean> {
	const ended = await trx
		.deleteFrom("sessions")
		.where("id", "=", sessionId)
		.where("account_id", "=", accountId)
		.returning("id")
		.execute();
	await announceRows(trx, ended);
	return ended.length > 0;
}

/** Ends all sessions of an account but one. @returns how many have ended */
export async function endOtherSessions(trx: Db, accountId: string, exceptSessionId: string): Promise<number> {
	const ended = await trx
		.deleteFrom("sessions")
		.where("account_id", "=", accountId)
		.where("id", "!=", exceptSessionId)
		.returning("id")
		.execute();
	await announceRows(trx, ended);
	return ended.length;
}

/** @returns how many have ended */
export async function endAllSessions(trx: Db, accountId: string): Promise<number> {
	const ended = await trx
		.deleteFrom("sessions")
		.where("account_id", "=", accountId)
		.returning("id")
		.execute();
	await announceRows(trx, ended);
	return ended.length;
}

const announceRows = (trx: Db, ended: { id: string }[]) =>
	announceEnded(
		trx,
		ended.map(({ id }) => id),
	);
