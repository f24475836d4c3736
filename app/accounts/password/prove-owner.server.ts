import { timingSafeEqual } from "node:crypto";
import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { ownerCodeEmail } from "../emails/emails.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { prepareSecondStep, type SecondStep } from "../second-factor/second-step.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles, undoAttempts } from "../throttle.server.ts";
import { keyedHash, newCode } from "../tokens/secrets.server.ts";
import { verifyPassword } from "./passwords.server.ts";

const MINUTE = 60_000;
const CODE_MS = 15 * MINUTE;
const CODE_TRIES = 5;

/**
 * The password, or for an account without one the six-digit code of an e-mail; and, where the second factor is on,
 * `appCode`: six digits of the app, or a recovery code.
 */
export type OwnersProof = { currentPassword?: string; code?: string; appCode?: string };

export type OwnerProved =
	| { outcome: "proved" }
	| { outcome: "wrong-password"; triesLeft: number }
	/** Wrong, too old, tried too often, or never sent: with no tries left a new one is needed. */
	| { outcome: "wrong-code"; triesLeft: number }
	/** Wrong or already used: the code of the app, or the recovery code. */
	| { outcome: "wrong-app-code"; triesLeft: number }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| { outcome: "busy" }
	| Exclude<SecondStep, { outcome: "ready" }>;

/**
 * Re-authenticates a signed-in person before an action that a stranger at an open browser must not do. Correct codes
 * are consumed, once all is right.
 */
export async function proveOwner(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	proof: OwnersProof,
	client: Client,
	now = Date.now(),
): Promise<OwnerProved> {
	const step = await prepareSecondStep(db, settings, accountId, proof.appCode ?? "", client, now);
	if (step.outcome !== "ready") return step;
	const counts = throttles.currentPassword(settings.secret, accountId);
	const throttled = await throttleAll(db, counts, now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const account = await db
		.selectFrom("accounts")
		.select("password_hash")
		.where("id", "=", accountId)
		.where("state", "=", "active")
		.executeTakeFirst();
	if (account && !account.password_hash) {
		const checked = await checkCode(db, settings, accountId, proof.code ?? "", now);
		if (!checked.right) return { outcome: "wrong-code", triesLeft: checked.triesLeft };
	} else {
		const right = await verifyPassword(proof.currentPassword ?? "", account?.password_hash ?? null);
		if (right === "busy") return { outcome: "busy" };
		if (!right) return { outcome: "wrong-password", triesLeft: throttled.left };
	}
	if (step.claim && !(await transact(db, step.claim)))
		return { outcome: "wrong-app-code", triesLeft: throttled.left };
	if (account && !account.password_hash && !(await spendCode(db, settings, accountId, proof.code ?? "")))
		return { outcome: "wrong-code", triesLeft: 0 };
	await undoAttempts(db, counts);
	return { outcome: "proved" };
}

export type OwnerCodeSent =
	/** `trialCode` is set in trial mode only. */
	{ outcome: "sent"; trialCode?: string } | { outcome: "too-many-attempts"; retryAfterSeconds: number };

/** Sends a six-digit code to the account's e-mail; earlier codes become invalid. */
export async function sendOwnerCode(
	db: Db,
	settings: AccountSettings,
	account: { id: string; email: string },
	now = Date.now(),
): Promise<OwnerCodeSent> {
	const throttled = await throttleAll(db, throttles.ownerCode(settings.secret, account.id), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const code = newCode();
	const fresh = {
		code_hash: hashOfOwnerCode(settings, account.id, code),
		misses: 0,
		expires_at: now + CODE_MS,
	};
	const emailId = await transact(db, async (trx) => {
		await trx
			.insertInto("owner_codes")
			.values({ ...fresh, account_id: account.id })
			.onConflict((oc) => oc.column("account_id").doUpdateSet(fresh))
			.execute();
		return post(trx, settings.mailer, ownerCodeEmail(settings, account.email, code), now);
	});
	deliverSoon(db, settings.mailer, emailId);
	return { outcome: "sent", ...(settings.trial ? { trialCode: code } : {}) };
}

/** Counted before the comparison, so that of many concurrent guesses no more than five are compared. */
async function checkCode(db: Db, settings: AccountSettings, accountId: string, typed: string, now: number) {
	const guessed = await db
		.updateTable("owner_codes")
		.set((eb) => ({ misses: eb("misses", "+", 1) }))
		.where("account_id", "=", accountId)
		.where("expires_at", ">", now)
		.where("misses", "<", CODE_TRIES)
		.returning(["code_hash", "misses"])
		.executeTakeFirst();
	if (!guessed) return { right: false, triesLeft: 0 };
	const right = timingSafeEqual(
		Buffer.from(hashOfOwnerCode(settings, accountId, typed)),
		Buffer.from(guessed.code_hash),
	);
	return { right, triesLeft: CODE_TRIES - guessed.misses };
}

/** Consumes the code. @returns false: another request was quicker */
async function spendCode(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	typed: string,
): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("owner_codes")
		.where("account_id", "=", accountId)
		.where("code_hash", "=", hashOfOwnerCode(settings, accountId, typed))
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

function hashOfOwnerCode(settings: AccountSettings, accountId: string, code: string): string {
	return keyedHash(settings.secret, "owner code", accountId, code.replace(/\D/g, ""));
}
