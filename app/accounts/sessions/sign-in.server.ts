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
	/** Unknown, unconfirmed or a wrong password: neither the response nor its time tells which. */
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
	if (!right || !account) {
		await recordEvent(db, account?.id ?? null, "sign-in-failed", client, now);
		return { outcome: "wrong", triesLeft: throttled.left };
	}
	await undoAttempts(db, counts);
	if (account.state !== "active") {
		await recordEvent(db, account.id, "sign-in-failed", client, now);
		return { outcome: "blocked" };
	}
	await renewHash(db, account, form.password);
	return openSignedInSession(db, account.id, client, form.replaces, now);
}

function accountOf(db: Db, email: string) {
	return db
		.selectFrom("accounts")
		.select(["id", "password_hash", "state"])
		.where("email", "=", email)
		.executeTakeFirst();
}

/** The only moment when the password is known: an outdated hash is replaced. */
async function renewHash(db: Db, account: { id: string; password_hash: string | null }, password: string) {
	if (!account.password_hash || !isOutdated(account.password_hash)) return;
	const renewed = await hashPassword(password);
	if (renewed === "busy") return;
	await db
		.updateTable("accounts")
		.set({ password_hash: renewed.hash })
		.where("id", "=", account.id)
		.where("password_hash", "=", account.password_hash)
		.execute();
}
