import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";

/**
 * The name of a member of staff, else the e-mail.
 * @param role that sees it
 * @returns null: nobody knows it any more
 */
export async function nameOf(role: Role, accountId: string | null): Promise<string | null> {
	const account = accountId === null ? null : await findAccount(db(), accountId);
	return account ? nameFor(role, account) : null;
}
