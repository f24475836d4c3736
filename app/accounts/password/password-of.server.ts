import type { Db } from "../../platform/db/connection.server.ts";

/** Whether an account has a password, and since when; `changedAt` null: since the registration. */
export async function passwordOf(
	db: Db,
	accountId: string,
): Promise<{ exists: boolean; changedAt: number | null }> {
	const account = await db
		.selectFrom("accounts")
		.select(["password_hash", "password_changed_at"])
		.where("id", "=", accountId)
		.executeTakeFirst();
	return { exists: Boolean(account?.password_hash), changedAt: account?.password_changed_at ?? null };
}
