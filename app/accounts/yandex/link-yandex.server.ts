import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { yandexLinkedEmail, yandexUnlinkedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { putIdentity } from "./identities.server.ts";
import type { YandexProfile } from "./profile.ts";

export type YandexLinked =
	/** Also when it was linked before. */
	| { outcome: "linked" }
	/** It is linked to another account; which one is not revealed. */
	| { outcome: "taken" }
	/** The account has another Yandex ID, which has to be unlinked first. */
	| { outcome: "has-another" }
	| { outcome: "late" };

/** Links a Yandex ID to an account. The caller has re-authenticated the owner; an e-mail reports it. */
export async function linkYandex(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	profile: YandexProfile,
	client: Client,
	now = Date.now(),
): Promise<YandexLinked> {
	const linked = await transact(db, async (trx): Promise<YandexLinked & { emailId?: string }> => {
		// Locks the account: one that is being deleted must not get an identity afterwards.
		const account = await lockRow(trx, "accounts", accountId);
		if (account?.state !== "active") return { outcome: "late" };
		if (await putIdentity(trx, accountId, profile, client, now)) {
			const message = yandexLinkedEmail(settings, account.email, profile.login, { client, at: now });
			return { outcome: "linked", emailId: await post(trx, settings.mailer, message, now) };
		}
		const there = await trx
			.selectFrom("identities")
			.select("account_id")
			.where("provider", "=", "yandex")
			.where("subject", "=", profile.subject)
			.executeTakeFirst();
		if (!there) return { outcome: "has-another" };
		return { outcome: there.account_id === accountId ? "linked" : "taken" };
	});
	const { emailId, ...outcome } = linked;
	if (emailId) deliverSoon(db, settings.mailer, emailId);
	return outcome;
}

/**
 * Unlinks the Yandex ID from the account. An account without a password loses nothing for good: its e-mail is
 * confirmed, so recovery sets a password, and the e-mail says so.
 * @returns false: there was none
 */
export async function unlinkYandex(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	client: Client,
	now = Date.now(),
): Promise<boolean> {
	const emailId = await transact(db, async (trx) => {
		const unlinked = await trx
			.deleteFrom("identities")
			.where("provider", "=", "yandex")
			.where("account_id", "=", accountId)
			.returning("login")
			.executeTakeFirst();
		if (!unlinked) return null;
		await recordEvent(trx, accountId, "yandex-unlinked", client, now);
		const account = await trx
			.selectFrom("accounts")
			.select(["email", "password_hash"])
			.where("id", "=", accountId)
			.executeTakeFirstOrThrow();
		const was = { login: unlinked.login, hasPassword: account.password_hash !== null };
		const message = yandexUnlinkedEmail(settings, account.email, was, { client, at: now });
		return post(trx, settings.mailer, message, now);
	});
	if (emailId) deliverSoon(db, settings.mailer, emailId);
	return emailId !== null;
}
