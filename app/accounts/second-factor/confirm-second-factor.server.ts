import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { secondFactorOnEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { endOtherSessions } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { findUnconfirmed } from "./begin-second-factor.server.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { openSeed } from "./seed.server.ts";
import { matchingTimeStep } from "./totp.server.ts";

export type SecondFactorConfirmed =
	/** It is on. The codes are shown once. */
	| { outcome: "confirmed"; recoveryCodes: string[] }
	| { outcome: "wrong-code" }
	/** No key waits for a code: never created, expired, or confirmed already. */
	| { outcome: "nothing-begun" };

/**
 * Turns the second factor on by the first code of the app. Other sessions end: they were opened without it, and from
 * now on every session of this account has passed it.
 */
export async function confirmSecondFactor(
	db: Db,
	settings: AccountSettings,
	account: { id: string; email: string },
	{ code, sessionId }: { code: string; sessionId: string },
	client: Client,
	now = Date.now(),
): Promise<SecondFactorConfirmed> {
	const row = await findUnconfirmed(db, account.id, now);
	const seed = row && openSeed(settings, account.id, row.sealed_seed);
	if (!seed) return { outcome: "nothing-begun" };
	const timeStep = matchingTimeStep(seed, code, now);
	if (timeStep === null) return { outcome: "wrong-code" };
	const confirmed = await transact(db, async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("second_factors")
			.set({ confirmed_at: now, last_step: timeStep })
			.where("account_id", "=", account.id)
			.where("confirmed_at", "is", null)
			.where("sealed_seed", "=", row.sealed_seed)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return null;
		const recoveryCodes = await replaceRecoveryCodes(trx, settings, account.id);
		// Serializes with a concurrent sign-in: it either has a session now, which ends, or will be asked for a code.
		await lockRow(trx, "accounts", account.id);
		await endOtherSessions(trx, account.id, sessionId);
		await recordEvent(trx, account.id, "second-factor-on", client, now);
		const message = secondFactorOnEmail(settings, account.email, { client, at: now });
		const emailId = await post(trx, settings.mailer, message, now);
		return { recoveryCodes, emailId };
	});
	if (!confirmed) return { outcome: "nothing-begun" };
	deliverSoon(db, settings.mailer, confirmed.emailId);
	return { outcome: "confirmed", recoveryCodes: confirmed.recoveryCodes };
}
