import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PendingRegistrationsTable } from "../../platform/db/tables/accounts.ts";
import { hashOfToken } from "../tokens/secrets.server.ts";

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

/** The links of an e-mail that can still be used. @param subject whose, also as a column of the query around it */
export const liveLinks = (db: Db, subject: string | RawBuilder<string>, now: number) =>
	db
		.selectFrom("one_time_tokens as own")
		.where("own.purpose", "=", "confirm-email")
		.where("own.subject", "=", subject)
		.where("own.expires_at", ">", now);

/**
 * The unexpired registration that the browser with this binding has started. It expires with the link of its e-mail: the
 * row may last longer, for an invitation.
 */
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
		.where(({ exists }) =>
			exists(liveLinks(db, sql.ref<string>("pending_registrations.id"), now).select("own.token_hash")),
		)
		.executeTakeFirst();
	return found ?? null;
}

export function isOfBrowser(pending: PendingRegistration, bindingToken: string | null): boolean {
	return bindingToken !== null && pending.binding_hash === hashOfToken(bindingToken);
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
