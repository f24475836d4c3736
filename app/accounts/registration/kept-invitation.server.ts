import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import { OPERATOR } from "../audit/account-events.server.ts";
import { wideNetworkOf } from "../http/request-client.server.ts";
import { dropTokens } from "../tokens/one-time-tokens.server.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";
import {
	isInvitation,
	liveLinks,
	NOTHING_ACCEPTED,
	PENDING_MS,
	type PendingRegistration,
} from "./pending-registrations.server.ts";

/**
 * Anybody may register with an invited address, and that must not cost the person the invitation. The registration
 * takes the row, as it takes that of an earlier one; the invitation keeps its link, whose row has its days, under a
 * subject of its own, and has the row again when the registration is over.
 */
const PREFIX = "invitation:";

/** The subject of the link of an invitation whose row a registration has taken. */
export const keptSubject = (pendingId: string) => PREFIX + pendingId;

/** @returns the id of the row, and whether the link is that of an invitation whose row a registration has taken */
export const subjectOf = (subject: string): { id: string; isKept: boolean } =>
	subject.startsWith(PREFIX)
		? { id: subject.slice(PREFIX.length), isKept: true }
		: { id: subject, isKept: false };

/** Invitations whose rows registrations have taken, as the list of invitations has them. */
export const keptInvitations = (db: Db, now: number) =>
	db
		.selectFrom("one_time_tokens as link")
		.innerJoin("pending_registrations as p", (join) =>
			join.on(sql<boolean>`p.id = substr(link.subject, ${sql.lit(PREFIX.length + 1)})`),
		)
		.select(["p.id", "p.email", "p.gift", "link.created_at as sentAt", "link.expires_at as expiresAt"])
		.where("link.purpose", "=", "confirm-email")
		.where("link.subject", "like", `${PREFIX}%`)
		.where("link.expires_at", ">", now);

/**
 * The invitation of a row: the row itself, or one that a registration has taken it from.
 * @returns the subject of its link, when it was sent and until when it is valid; undefined: there is none (any more)
 */
export async function invitationOf(db: Db, pending: PendingRegistration, now: number) {
	const isKept = !isInvitation(pending);
	const subject = isKept ? keptSubject(pending.id) : pending.id;
	const days = isKept ? await linkOf(db, subject, now) : pending;
	if (!days || days.expires_at <= now) return undefined;
	return { subject, createdAt: Number(days.created_at), expiresAt: Number(days.expires_at) };
}

const linkOf = (db: Db, subject: string, now: number) =>
	liveLinks(db, subject, now).select(["own.created_at", "own.expires_at"]).executeTakeFirst();

const changeLink = (trx: Db, subject: string, to: { subject: string; created_at?: number }) =>
	trx
		.updateTable("one_time_tokens")
		.set(to)
		.where("purpose", "=", "confirm-email")
		.where("subject", "=", subject)
		.execute();

/**
 * Keeps the invitation of a locked row that a registration takes.
 * @returns until when it is valid; 0: the row has none
 */
export async function keepInvitation(trx: Db, pending: PendingRegistration, now: number): Promise<number> {
	const invitation = await invitationOf(trx, pending, now);
	if (!invitation) return 0;
	const kept = keptSubject(pending.id);
	if (invitation.subject !== kept) {
		await dropTokens(trx, kept);
		await changeLink(trx, pending.id, { subject: kept, created_at: invitation.createdAt });
	}
	return invitation.expiresAt;
}

/** What an invitation has in place of a registration's data. */
export const unanswered = () => ({
	password_hash: null,
	yandex_id: null,
	yandex_login: null,
	name: null,
	// Of no browser.
	binding_hash: hashOfToken(newToken()),
	code_hash: null,
	code_misses: 0,
	offer_version: NOTHING_ACCEPTED.offer,
	personal_data_version: NOTHING_ACCEPTED.personalData,
	news_version: NOTHING_ACCEPTED.news,
	ip_network: wideNetworkOf(OPERATOR.ip),
	user_agent: OPERATOR.userAgent,
});

/**
 * Gives an invitation its locked row back: the registration that has taken it is over.
 * @returns false: there is none (any more)
 */
export async function restoreInvitation(trx: Db, pendingId: string, now: number): Promise<boolean> {
	const link = await linkOf(trx, keptSubject(pendingId), now);
	if (!link) return false;
	await dropTokens(trx, pendingId);
	await changeLink(trx, keptSubject(pendingId), { subject: pendingId });
	await trx
		.updateTable("pending_registrations")
		.set({ ...unanswered(), ...link })
		.where("id", "=", pendingId)
		.execute();
	return true;
}

/** Ends an invitation whose locked row a registration has taken; that goes on as long as any. */
export async function dropInvitation(trx: Db, pending: PendingRegistration, now: number): Promise<void> {
	await dropTokens(trx, keptSubject(pending.id));
	await trx
		.updateTable("pending_registrations")
		.set({ gift: null, expires_at: Math.min(Number(pending.expires_at), now + PENDING_MS) })
		.where("id", "=", pending.id)
		.execute();
}

/** So many are restored at once; the next round restores the others. */
const AT_ONCE = 1_000;

/** Gives invitations their rows back where the registration was not confirmed in time. A scheduled job. */
export async function restoreInvitations(db: Db, now = Date.now()): Promise<void> {
	const kept = await keptInvitations(db, now)
		.where(({ not, exists }) =>
			not(exists(liveLinks(db, sql.ref<string>("p.id"), now).select("own.token_hash"))),
		)
		.limit(AT_ONCE)
		.execute();
	await forEachItem(kept, ({ id }) =>
		transact(db, async (trx) => {
			await lockRow(trx, "pending_registrations", id);
			// Somebody may have registered again meanwhile.
			if (!(await linkOf(trx, id, now))) await restoreInvitation(trx, id, now);
		}),
	);
}
