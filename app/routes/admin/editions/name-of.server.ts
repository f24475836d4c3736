import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** The name of a member of staff; null: nobody knows it any more. */
export async function nameOf(accountId: string | null): Promise<string | null> {
	const account = accountId === null ? null : await findAccount(db(), accountId);
	return account ? (account.name ?? account.email) : null;
}
