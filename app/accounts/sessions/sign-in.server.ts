import type { Db } from "../../platform/db/connection.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { parseEmail } from "../email.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { hashPassword, isOutdated, verifyPassword } from "../password/passwords.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles, undoAttempts } from "../throttle.server.ts";
import { openSignedInSession, type SessionOpened } from "./open-signed-in.server.ts";

export type SignedIn =
	| SessionOpened
	/**
	 * Unknown, unconfirmed, a wrong password, or one that was replaced meanwhile: neither the response nor its time tells
	 * which.
	 */
	| { outcome: "wrong"; triesLeft: number }
	/** The right password of an account that the operator has blocked. */
	| { outcome: "blocked" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| { outcome: "busy" };

/** Signs in with e-mail and password. `email` is taken as typed: a malformed one is answered like an unknown one. */
export async function signIn(
	db: Db,
	settings: AccountSettings,
	form: { email: unknown; password: string; replaces?: string | null },
	client: Client,
	now = Date.now(),
): Promise<SignedIn> {
	const email = parseEmail(form.email);
	// Before hashing, which is the expensive part.
	const counts = throttles.signIn(settings.secret, email ?? String(form.email).slice(0, 254), client);
	const throttled = await throttleAll(db, counts, now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };

	const account = await accountOf(db, email ?? "");
	const right = await verifyPassword(form.password, account?.password_hash ?? null);
	if (right === "busy") return { outcome: "busy" };
	const wrong = async () => {
		await recordEvent(db, account?.id ?? null, "sign-in-failed", client, now);
		return { outcome: "wrong", triesLeft: throttled.left } as const;
	};
	if (!right || !account?.password_hash) return wrong();
	if (account.state !== "active") {
		await undoAttempts(db, counts);
		await recordEvent(db, account.id, "sign-in-failed", client, now);
		return { outcome: "blocked" };
	}
	const passwordHash = await renewHash(db, account.id, account.password_hash, form.password);
	const opened = await openSignedInSession(db, account.id, { passwordHash }, client, form.replaces, now);
	if (!opened) return wrong();
	await undoAttempts(db, counts);
	return opened;
}

function accountOf(db: Db, email: string) {
	return db
		.selectFrom("accounts")
		.select(["id", "password_hash", "state"])
		.where("email", "=", email)
		.executeTakeFirst();
}

/**
 * The only moment when the password is known: an outdated hash is replaced.
 * @param verified the hash that the password matches
 * @returns the hash that the password matches from now on; `verified` also when the account has another password now
 */
async function renewHash(db: Db, accountId: string, verified: string, password: string): Promise<string> {
	if (!isOutdated(verified)) return verified;
	const renewed = await hashPassword(password);
	if (renewed === "busy") return verified;
	const { numUpdatedRows } = await db
		.updateTable("accounts")
		.set({ password_hash: renewed.hash })
		.where("id", "=", accountId)
		.where("password_hash", "=", verified)
		.executeTakeFirst();
	if (numUpdatedRows > 0n) return renewed.hash;
	// Another sign-in has renewed the hash, or the password was changed.
	const account = await db
		.selectFrom("accounts")
		.select("password_hash")
		.where("id", "=", accountId)
		.executeTakeFirst();
	const present = account?.password_hash ?? null;
	return present !== null && (await verifyPassword(password, present)) === true ? present : verified;
}
