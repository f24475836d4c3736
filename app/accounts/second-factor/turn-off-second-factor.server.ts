import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { OPERATOR, recordEvent } from "../audit/account-events.server.ts";
import { secondFactorOffEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";
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
	return proved.outcome === "proved" ? turnOff(db, settings, accountId, client, now) : proved;
}

/** For the operator, who has verified by other means that the owner lost the phone. */
export async function dropSecondFactor(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	now = Date.now(),
): Promise<SecondFactorOff> {
	return turnOff(db, settings, accountId, OPERATOR, now);
}

async function turnOff(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	client: Client,
	now: number,
): Promise<SecondFactorOff> {
	const emailId = await transact(db, async (trx) => {
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
	});
	if (!emailId) return { outcome: "was-off" };
	deliverSoon(db, settings.mailer, emailId);
	return { outcome: "off" };
}
