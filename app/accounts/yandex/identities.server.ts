import type { Db } from "../../platform/db/connection.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { YandexProfile } from "./profile.ts";

/** The account that a Yandex ID is linked to. */
export async function ownerOf(
	db: Db,
	subject: string,
): Promise<{ accountId: string; active: boolean } | null> {
	const found = await db
		.selectFrom("identities")
		.innerJoin("accounts", "accounts.id", "identities.account_id")
		.select(["accounts.id", "accounts.state"])
		.where("identities.provider", "=", "yandex")
		.where("identities.subject", "=", subject)
		.executeTakeFirst();
	return found ? { accountId: found.id, active: found.state === "active" } : null;
}

/** The Yandex ID linked to an account, for display. */
export async function linkedYandex(db: Db, accountId: string): Promise<{ login: string } | null> {
	const found = await db
		.selectFrom("identities")
		.select("login")
		.where("provider", "=", "yandex")
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return found ?? null;
}

/** Links a Yandex ID to an account, unless it is linked already or the account has another. */
export async function putIdentity(
	trx: Db,
	accountId: string,
	{ subject, login }: Pick<YandexProfile, "subject" | "login">,
	client: Client,
	now: number,
): Promise<boolean> {
	const put = await trx
		.insertInto("identities")
		.values({ provider: "yandex", subject, account_id: accountId, login, linked_at: now })
		.onConflict((oc) => oc.doNothing())
		.returning("subject")
		.executeTakeFirst();
	if (!put) return false;
	await recordEvent(trx, accountId, "yandex-linked", client, now);
	return true;
}
