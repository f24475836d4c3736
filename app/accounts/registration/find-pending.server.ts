import type { Db } from "../../platform/db/connection.server.ts";
import { findToken } from "../tokens/one-time-tokens.server.ts";
import { subjectOf, unanswered } from "./kept-invitation.server.ts";
import {
	isInvitation,
	isOfBrowser,
	type PendingRegistration,
	pendingOfBrowser,
} from "./pending-registrations.server.ts";

/**
 * The registration of a confirmation link, without consuming it: mail scanners open links. Null: the link is invalid.
 * `sameBrowser`: a button is enough, otherwise a password and the consents are required.
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

/** The pending registration of this browser, and whether guesses at the code are left. */
export async function findPendingByBinding(
	db: Db,
	bindingToken: string | null,
	now = Date.now(),
): Promise<{ email: string; codeAlive: boolean } | null> {
	const pending = await pendingOfBrowser(db, bindingToken, now);
	return pending && { email: pending.email, codeAlive: pending.code_hash !== null };
}

/** By the link of an invitation it is the invitation, also where a registration has taken its row. */
export async function pendingOfToken(
	db: Db,
	token: string,
	now: number,
): Promise<PendingRegistration | null> {
	const subject = await findToken(db, "confirm-email", token, now);
	if (!subject) return null;
	const { id, isKept } = subjectOf(subject);
	const pending = await db
		.selectFrom("pending_registrations")
		.selectAll()
		.where("id", "=", id)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	if (!pending) return null;
	return isKept ? { ...pending, ...unanswered() } : pending;
}
