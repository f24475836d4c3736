import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { recoveryCodesRenewedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";

export type RecoveryCodesRenewed =
	/** The codes are shown once; the previous ones are invalid. */
	| { outcome: "renewed"; recoveryCodes: string[] }
	| { outcome: "is-off" }
	| Exclude<OwnerProved, { outcome: "proved" }>;

/** Gives the owner, after re-authentication, ten new recovery codes. An e-mail reports it. */
export async function renewRecoveryCodes(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	proof: OwnersProof,
	client: Client,
	now = Date.now(),
): Promise<RecoveryCodesRenewed> {
	const proved = await proveOwner(db, settings, accountId, proof, client, now);
	if (proved.outcome !== "proved") return proved;
	const throttled = await throttleAll(db, throttles.wayIn(settings.secret, accountId), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const renewed = await transact(db, async (trx) => {
		// Serializes with turning the factor off and with another renewal.
		const factor = await lockRow(trx, "second_factors", accountId);
		if (!factor?.confirmed_at) return null;
		const recoveryCodes = await replaceRecoveryCodes(trx, settings, accountId);
		await recordEvent(trx, accountId, "recovery-codes-renewed", client, now);
		const { email } = await trx
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", accountId)
			.executeTakeFirstOrThrow();
		const message = recoveryCodesRenewedEmail(settings, email, { client, at: now });
		return { recoveryCodes, emailId: await post(trx, settings.mailer, message, now) };
	});
	if (!renewed) return { outcome: "is-off" };
	deliverSoon(db, settings.mailer, renewed.emailId);
	return { outcome: "renewed", recoveryCodes: renewed.recoveryCodes };
}
