import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../db/connection.server.ts";
import type { PendingRegistrationsTable } from "../db/tables/accounts.ts";
import { type Client, wideNetworkOf } from "./client.ts";
import { hashOfToken } from "./secrets.server.ts";

export type PendingRegistration = Selectable<PendingRegistrationsTable>;

/** How long a registration waits for its confirmation. */
export const PENDING_MS = 24 * 3_600_000;

/** Versions of the documents as they were shown; null: the box was not ticked. */
export type AcceptedDocuments = { offer: string; personalData: string; news: string | null };

/** A living registration that the browser with this binding has begun. */
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

type NewPending = {
	email: string;
	passwordHash: string;
	bindingToken: string;
	codeHash: string;
	accepted: AcceptedDocuments;
	client: Client;
};

/**
 * Writes a registration down. One of the same e-mail that was there before is gone with all it had:
 * password, consents, browser and guesses; only its id stays, so that its letter's link can be replaced too.
 */
export async function putPending(trx: Db, pending: NewPending, now: number): Promise<string> {
	const { accepted, client } = pending;
	const fresh = {
		password_hash: pending.passwordHash,
		binding_hash: hashOfToken(pending.bindingToken),
		code_hash: pending.codeHash,
		code_misses: 0,
		offer_version: accepted.offer,
		personal_data_version: accepted.personalData,
		news_version: accepted.news,
		ip_network: wideNetworkOf(client.ip),
		user_agent: client.userAgent,
		created_at: now,
		expires_at: now + PENDING_MS,
	};
	const { id } = await trx
		.insertInto("pending_registrations")
		.values({ ...fresh, id: randomUUID(), email: pending.email })
		.onConflict((oc) => oc.column("email").doUpdateSet(fresh))
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
