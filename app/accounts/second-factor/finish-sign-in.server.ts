import { deliverSoon } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { openSession } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles, undoAttempts } from "../throttle.server.ts";
import { claimOf, reportRecoveryCode, type SecondProof } from "./second-proof.server.ts";
import { endSignInStep, findSignInStep, holdSignInStep } from "./sign-in-steps.server.ts";

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
			"recoveryCode" in proof ? await reportRecoveryCode(trx, settings, step, client, now) : null;
		await recordEvent(trx, accountId, "signed-in", client, now);
		const sessionToken = await openSession(trx, accountId, client, form.replaces, now);
		return { outcome: "signed-in" as const, sessionToken, emailId };
	});
	if (finished.outcome !== "signed-in") return finished;
	await undoAttempts(db, counts);
	if (finished.emailId) deliverSoon(db, settings.mailer, finished.emailId);
	return { outcome: "signed-in", sessionToken: finished.sessionToken };
}
