import type { Db } from "../../platform/db/connection.server.ts";
import { findToken } from "../tokens/one-time-tokens.server.ts";
import {
	isInvitation,
	isOfBrowser,
	type PendingRegistration,
	pendingOfBrowser,
} from "./pending-registrations.server.ts";

/**
 * What a letter's link is about, without using it up: mail scanners open links.
 * Null: the link is dead. `sameBrowser`: a button is enough, otherwise a password and the consents are needed.
 */
export async function findPending(
	db: Db,
	token: string,
	bindingToken: string | null,
	now = Date.now(),
): Promise<{ email: string; sameBrowser: boolean; invited?: true } | null> {
	const pending = await pendingOfToken(db, token, now);
	if (!pending) return null;
	const found = { email: pending.email, sameBrowser: isOfBrowser(pending, bindingToken) };
	return isInvitation(pending) ? { ...found, invited: true } : found;
}

/** What this browser is registering, and whether the digits of the letter may still be tried. */
export async function findPendingByBinding(
	db: Db,
	bindingToken: string | null,
	now = Date.now(),
): Promise<{ email: string; codeAlive: boolean } | null> {
	const pending = await pendingOfBrowser(db, bindingToken, now);
	return pending && { email: pending.email, codeAlive: pending.code_hash !== null };
}

export async function pendingOfToken(
	db: Db,
	token: string,
	now: number,
): Promise<PendingRegistration | null> {
	const id = await findToken(db, "confirm-email", token, now);
	if (!id) return null;
	const pending = await db
		.selectFrom("pending_registrations")
		.selectAll()
		.where("id", "=", id)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return pending ?? null;
}
