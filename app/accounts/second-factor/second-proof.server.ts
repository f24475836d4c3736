import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { recoveryCodeUsedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { countRecoveryCodes, spendRecoveryCode } from "./recovery-codes.server.ts";
import { openSeed } from "./seed.server.ts";
import { matchingTimeStep } from "./totp.server.ts";

/** The proof for the second factor. */
export type SecondProof = { code: string } | { recoveryCode: string };

/** The operator's remedy for a key that cannot be decrypted, for the log, with the account's id. */
export const KEY_UNREADABLE =
	"Ключ двухэтапного входа не читается: SESSION_SECRET не тот, с которым его сохранили. Верните прежний или выключите второй шаг этому аккаунту.";

/** Consumes the proof. @returns whether it was right and not consumed concurrently */
export type Claim = (trx: Db) => Promise<boolean>;

/** @param proof what a person has typed */
export async function claimOf(
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

/** Tells the owner that a recovery code was used. @returns the id of the e-mail */
export async function reportRecoveryCode(
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
