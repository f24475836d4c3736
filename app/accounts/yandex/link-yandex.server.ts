import type { Db } from "../../db/connection.server.ts";
import { recordEvent } from "../account-events.server.ts";
import type { Client } from "../client.ts";
import { putIdentity } from "./identities.server.ts";
import type { YandexProfile } from "./profile.ts";

export type YandexLinked =
	/** Also when it was so before. */
	| { outcome: "linked" }
	/** It opens another account, whose it is nobody learns. */
	| { outcome: "taken" }
	/** The account has another Yandex ID, which has to be unlinked first. */
	| { outcome: "has-another" }
	| { outcome: "late" };

/** Makes a Yandex ID open an account. The caller has made sure that the owner of the account wants it. */
export async function linkYandex(
	db: Db,
	accountId: string,
	profile: YandexProfile,
	client: Client,
	now = Date.now(),
): Promise<YandexLinked> {
	return db.transaction().execute(async (trx) => {
		// Holds the account: one that is being deleted must not get an identity afterwards.
		const { numUpdatedRows } = await trx
			.updateTable("accounts")
			.set((eb) => ({ state: eb.ref("state") }))
			.where("id", "=", accountId)
			.where("state", "=", "active")
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return { outcome: "late" };
		if (await putIdentity(trx, accountId, profile, client, now)) return { outcome: "linked" };
		const there = await trx
			.selectFrom("identities")
			.select("account_id")
			.where("provider", "=", "yandex")
			.where("subject", "=", profile.subject)
			.executeTakeFirst();
		if (!there) return { outcome: "has-another" };
		return { outcome: there.account_id === accountId ? "linked" : "taken" };
	});
}

/**
 * The Yandex ID does not open the account any more. An account without a password loses nothing for good:
 * its e-mail is confirmed, so recovery gives it one.
 * @returns false: there was none
 */
export async function unlinkYandex(
	db: Db,
	accountId: string,
	client: Client,
	now = Date.now(),
): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const { numDeletedRows } = await trx
			.deleteFrom("identities")
			.where("provider", "=", "yandex")
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (numDeletedRows === 0n) return false;
		await recordEvent(trx, accountId, "yandex-unlinked", client, now);
		return true;
	});
}
