import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { recoveryCodeUsedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { openSession } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles, undoAttempts } from "../throttle.server.ts";
import { countRecoveryCodes, spendRecoveryCode } from "./recovery-codes.server.ts";
import { openSeed } from "./seed.server.ts";
import { endSignInStep, findSignInStep, holdSignInStep } from "./sign-in-steps.server.ts";
import { matchingTimeStep } from "./totp.server.ts";

/** The proof for the second factor. */
export type SecondProof = { code: string } | { recoveryCode: string };

export type SignInFinished =
	| { outcome: "signed-in"; sessionToken: string }
	/** Wrong or already used. The response does not tell which. */
	| { outcome: "wrong"; triesLeft: number }
	/** The sign-in step is unknown, consumed or expired: back to the password. */
	| { outcome: "dead-step" }
	/** The key of this account cannot be decrypted, because the installation's secret has changed. */
	| { outcome: "key-unreadable" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number };

/**
 * Opens the session of a sign-in that `openSignedInSession` left waiting for the code. A code is accepted once, and
 * none of an earlier time step than the last used one (RFC 6238, 5.2).
 * @param replaces the session token this browser came with; that session ends
 */
export async function finishSignIn(
	db: Db,
	settings: AccountSettings,
	form: { stepToken: string | null; proof: SecondProof; replaces?: string | null },
	client: Client,
	now = Date.now(),
): Promise<SignInFinished> {
	const { stepToken, proof } = form;
	const step = await findSignInStep(db, stepToken, now);
	if (!stepToken || !step) return { outcome: "dead-step" };
	const { accountId } = step;
	const counts =
		"code" in proof
			? throttles.secondStep(settings.secret, accountId, client)
			: throttles.recoveryCode(settings.secret, accountId, client);
	const throttled = await throttleAll(db, counts, now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const claim = await claimOf(db, settings, accountId, proof, now);
	if (claim === "key-unreadable") return { outcome: claim };

	const finished = await transact(db, async (trx) => {
		if (!(await holdSignInStep(trx, stepToken, now))) return { outcome: "dead-step" as const };
		if (!(await claim(trx))) {
			await recordEvent(trx, accountId, "second-step-failed", client, now);
			return { outcome: "wrong" as const, triesLeft: throttled.left };
		}
		await endSignInStep(trx, stepToken);
		const emailId =
			"recoveryCode" in proof ? await postRecoveryCodeNotice(trx, settings, step, client, now) : null;
		await recordEvent(trx, accountId, "signed-in", client, now);
		const sessionToken = await openSession(trx, accountId, client, form.replaces, now);
		return { outcome: "signed-in" as const, sessionToken, emailId };
	});
	if (finished.outcome !== "signed-in") return finished;
	await undoAttempts(db, counts);
	if (finished.emailId) deliverSoon(db, settings.mailer, finished.emailId);
	return { outcome: "signed-in", sessionToken: finished.sessionToken };
}

/** Consumes the proof. @returns whether it was right and not consumed concurrently */
type Claim = (trx: Db) => Promise<boolean>;

async function claimOf(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	proof: SecondProof,
	now: number,
): Promise<Claim | "key-unreadable"> {
	if ("recoveryCode" in proof) {
		return (trx) => spendRecoveryCode(trx, settings, accountId, proof.recoveryCode);
	}
	const factor = await db
		.selectFrom("second_factors")
		.select("sealed_seed")
		.where("account_id", "=", accountId)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	if (!factor) return async () => false;
	const seed = openSeed(settings, accountId, factor.sealed_seed);
	if (!seed) return "key-unreadable";
	const timeStep = matchingTimeStep(seed, proof.code, now);
	if (timeStep === null) return async () => false;
	return async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("second_factors")
			.set({ last_step: timeStep })
			.where("account_id", "=", accountId)
			.where("sealed_seed", "=", factor.sealed_seed)
			.where("last_step", "<", timeStep)
			.executeTakeFirst();
		return numUpdatedRows > 0n;
	};
}

async function postRecoveryCodeNotice(
	trx: Db,
	settings: AccountSettings,
	{ accountId, email }: { accountId: string; email: string },
	client: Client,
	now: number,
): Promise<string> {
	await recordEvent(trx, accountId, "recovery-code-used", client, now);
	const left = await countRecoveryCodes(trx, accountId);
	const message = recoveryCodeUsedEmail(settings, email, left, { client, at: now });
	return post(trx, settings.mailer, message, now);
}
