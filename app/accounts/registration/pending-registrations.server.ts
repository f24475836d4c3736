import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PendingRegistrationsTable } from "../../platform/db/tables/accounts.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";
import { hashOfToken } from "../tokens/secrets.server.ts";
import type { YandexProfile } from "../yandex/profile.ts";

export type PendingRegistration = Selectable<PendingRegistrationsTable>;

/** How long a registration waits for its confirmation. */
export const PENDING_MS = 24 * 3_600_000;
/** How long an invitation is valid. */
export const INVITED_MS = 7 * 24 * 3_600_000;
/** Total number of guesses at the six-digit code. */
export const CODE_TRIES = 5;

/** Versions of the documents as they were shown; null: the box was not ticked. */
export type AcceptedDocuments = { offer: string; personalData: string; news: string | null };

/** The consents of an invitation: nothing is accepted yet. */
export const NOTHING_ACCEPTED: AcceptedDocuments = { offer: "", personalData: "", news: null };

export const isInvitation = (pending: PendingRegistration) =>
	pending.offer_version === NOTHING_ACCEPTED.offer;

/** The unexpired registration that the browser with this binding has started. */
export async function pendingOfBrowser(
	db: Db,
	bindingToken: string | null,
	now: number,
): Promise<PendingRegistration | null> {
	if (!bindingToken) return null;
	const found = await db
		.selectFrom("pending_registrations")
		.selectAll()
		.where("binding_hash", "=", hashOfToken(bindingToken))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return found ?? null;
}

export function isOfBrowser(pending: PendingRegistration, bindingToken: string | null): boolean {
	return bindingToken !== null && pending.binding_hash === hashOfToken(bindingToken);
}

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
 * consents, browser and guesses; only the id stays, so that the link of its e-mail is replaced too.
 */
export async function putPending(
	trx: Db,
	pending: NewPending,
	now: number,
	lifetimeMs = PENDING_MS,
): Promise<string> {
	const { accepted, client } = pending;
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
	const { id } = await trx
		.insertInto("pending_registrations")
		.values({ ...fresh, id: randomUUID(), email: pending.email })
		.onConflict((oc) => oc.column("email").doUpdateSet(fresh))
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Counted before the comparison: of many concurrent guesses no more than five are compared. */
export async function countGuess(trx: Db, pending: PendingRegistration) {
	return trx
		.updateTable("pending_registrations")
		.set((eb) => ({ code_misses: eb("code_misses", "+", 1) }))
		.where("id", "=", pending.id)
		.where("binding_hash", "=", pending.binding_hash)
		.where("code_hash", "is not", null)
		.where("code_misses", "<", CODE_TRIES)
		.returning(["code_hash", "code_misses"])
		.executeTakeFirst();
}

export async function killCode(trx: Db, id: string): Promise<void> {
	await trx.updateTable("pending_registrations").set({ code_hash: null }).where("id", "=", id).execute();
}

/** @returns the gift of an invitation; null: none */
export async function takeAway(trx: Db, id: string): Promise<string | null> {
	const taken = await trx
		.deleteFrom("pending_registrations")
		.where("id", "=", id)
		.returning("gift")
		.executeTakeFirst();
	return taken?.gift ?? null;
}
