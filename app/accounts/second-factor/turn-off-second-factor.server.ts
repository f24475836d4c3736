import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { OPERATOR, recordEvent } from "../audit/account-events.server.ts";
import { secondFactorOffEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { type Acted, actAndReport } from "../staff/act-on-person.server.ts";
import type { Actor } from "../staff/journal.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { dropRecoveryCodes } from "./recovery-codes.server.ts";
import { dropSignInSteps } from "./sign-in-steps.server.ts";

export type SecondFactorOff = { outcome: "off" } | { outcome: "was-off" };

/** Turns the second factor off after re-authentication. The key and the recovery codes are deleted. */
export async function turnOffSecondFactor(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	proof: OwnersProof,
	client: Client,
	now = Date.now(),
): Promise<SecondFactorOff | Exclude<OwnerProved, { outcome: "proved" }>> {
	const proved = await proveOwner(db, settings, accountId, proof, client, now);
	if (proved.outcome !== "proved") return proved;
	const throttled = await throttleAll(db, throttles.wayIn(settings.secret, accountId), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const emailId = await transact(db, (trx) => turnOff(trx, settings, accountId, client, now));
	if (!emailId) return { outcome: "was-off" };
	deliverSoon(db, settings.mailer, emailId);
	return { outcome: "off" };
}

/**
 * Turns the second factor off for staff, who has verified by other means that the owner lost the phone.
 * @returns «unchanged»: the second factor was off
 */
export async function dropSecondFactor(
	db: Db,
	settings: AccountSettings,
	whom: { accountId: string; reason?: string },
	actor: Actor,
	now = Date.now(),
): Promise<Acted<string[]>> {
	const drop = async (trx: Db) => {
		const emailId = await turnOff(trx, settings, whom.accountId, OPERATOR, now);
		return emailId === null ? null : [emailId];
	};
	const act = { ...whom, act: "second-step-dropped" } as const;
	return actAndReport(db, settings.mailer, actor, act, drop, now);
}

/** @returns the id of the e-mail about it; null: it was off */
async function turnOff(
	trx: Db,
	settings: AccountSettings,
	accountId: string,
	client: Client,
	now: number,
): Promise<string | null> {
	// Steps before the factor, in the order of `finishSignIn`. An unfinished sign-in starts again with the password.
	await dropSignInSteps(trx, accountId);
	const dropped = await trx
		.deleteFrom("second_factors")
		.where("account_id", "=", accountId)
		.returning("confirmed_at")
		.executeTakeFirst();
	await dropRecoveryCodes(trx, accountId);
	if (!dropped?.confirmed_at) return null;
	await recordEvent(trx, accountId, "second-factor-off", client, now);
	const { email } = await trx
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", accountId)
		.executeTakeFirstOrThrow();
	const message = secondFactorOffEmail(settings, email, { client, at: now });
	return post(trx, settings.mailer, message, now);
}
