import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";
import { dropTokens } from "../tokens/one-time-tokens.server.ts";
import { hashOfToken } from "../tokens/secrets.server.ts";
import type { YandexProfile } from "../yandex/profile.ts";
import { keepInvitation, keptSubject, restoreInvitation } from "./kept-invitation.server.ts";
import {
	type AcceptedDocuments,
	isOfBrowser,
	NOTHING_ACCEPTED,
	PENDING_MS,
} from "./pending-registrations.server.ts";

export type NewPending = {
	email: string;
	/** Null for a registration through Yandex. */
	passwordHash: string | null;
	yandex: Pick<YandexProfile, "subject" | "login" | "name"> | null;
	bindingToken: string;
	/** Null: the e-mail has no code. */
	codeHash: string | null;
	accepted: AcceptedDocuments;
	client: Client;
	/** The gift of an invitation; a registration leaves the one that waits as it is. */
	gift?: string | null;
};

/**
 * Stores a registration. It replaces an earlier one of the same e-mail with all its data: password or Yandex ID,
 * consents, browser and guesses; only the id stays, so that the link of its e-mail is replaced too. An invitation is
 * kept beside it, unless it is replaced by another one.
 */
export async function putPending(
	trx: Db,
	pending: NewPending,
	now: number,
	lifetimeMs = PENDING_MS,
): Promise<string> {
	const { email, accepted, client } = pending;
	const fresh = {
		password_hash: pending.passwordHash,
		yandex_id: pending.yandex?.subject ?? null,
		yandex_login: pending.yandex?.login ?? null,
		name: pending.yandex?.name ?? null,
		binding_hash: hashOfToken(pending.bindingToken),
		code_hash: pending.codeHash,
		code_misses: 0,
		offer_version: accepted.offer,
		personal_data_version: accepted.personalData,
		news_version: accepted.news,
		ip_network: wideNetworkOf(client.ip),
		user_agent: client.userAgent,
		created_at: now,
		expires_at: now + lifetimeMs,
		...(pending.gift !== undefined && { gift: pending.gift }),
	};
	const id = randomUUID();
	// Where there is a row of this e-mail, it is locked, and told as it was.
	const row = await trx
		.insertInto("pending_registrations")
		.values({ ...fresh, id, email })
		.onConflict((oc) => oc.column("email").doUpdateSet({ email }))
		.returningAll()
		.executeTakeFirstOrThrow();
	if (row.id === id) return id;
	let keptUntil = 0;
	if (accepted.offer === NOTHING_ACCEPTED.offer) await dropTokens(trx, keptSubject(row.id));
	else keptUntil = await keepInvitation(trx, row, now);
	await trx
		.updateTable("pending_registrations")
		.set({ ...fresh, expires_at: Math.max(fresh.expires_at, keptUntil) })
		.where("id", "=", row.id)
		.execute();
	return row.id;
}

/** Takes a registration away, with its links. @returns the gift of an invitation; null: none */
export async function takeAway(trx: Db, id: string): Promise<string | null> {
	const taken = await trx
		.deleteFrom("pending_registrations")
		.where("id", "=", id)
		.returning("gift")
		.executeTakeFirst();
	for (const subject of [id, keptSubject(id)]) await dropTokens(trx, subject);
	return taken?.gift ?? null;
}

/**
 * Withdraws a registration whose e-mail cannot be delivered, unless a new one was started meanwhile. An invitation whose
 * row it had taken waits again.
 */
export async function withdraw(db: Db, pendingId: string, bindingToken: string, now: number): Promise<void> {
	await transact(db, async (trx) => {
		const row = await lockRow(trx, "pending_registrations", pendingId);
		if (!row || !isOfBrowser(row, bindingToken)) return;
		if (!(await restoreInvitation(trx, pendingId, now))) await takeAway(trx, pendingId);
	});
}
