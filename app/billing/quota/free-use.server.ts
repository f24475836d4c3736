import { keyedHash } from "../../accounts/tokens/secrets.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Terms } from "../payments/terms.server.ts";

const FORGOTTEN_AT_ONCE = 500;

/**
 * A keyed hash of an account's e-mail for the counting of free messages, so that deleting the account and registering
 * the same e-mail again does not grant them twice in one quota period. Without the secret it reveals no e-mail, and
 * with another secret none is recognised.
 * @returns null for a deleted account
 */
export async function mailboxOf(
	db: Db,
	accountId: string,
	{ secret }: Pick<Terms, "secret">,
): Promise<string | null> {
	const account = await db
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", accountId)
		.executeTakeFirst();
	return account?.email ? mailboxHash(secret, account.email) : null;
}

export const mailboxHash = (secret: string, email: string): string =>
	keyedHash(secret, "free messages", email);

/**
 * How many free messages of the current period other accounts used from a mailbox: deleted ones, and ones that have
 * changed to another e-mail since. Reserved messages count as used.
 */
export async function usedByOthers(db: Db, accountId: string, mailbox: string, now: number): Promise<number> {
	const { sum } = await db
		.selectFrom("allowances")
		.select((eb) => eb.fn.sum<number | string | null>(eb("used", "+", eb.ref("reserved"))).as("sum"))
		.where("mailbox_hash", "=", mailbox)
		.where("ends_at", ">", now)
		.where("account_id", "<>", accountId)
		.executeTakeFirstOrThrow();
	return Number(sum ?? 0);
}

/**
 * Keeps how many current free messages a deleted account used from its mailbox, until the next quota period: the row
 * loses its owner and stays. Messages reserved for unfinished answers count as used.
 */
export async function retainFreeUse(trx: Db, accountId: string, now: number): Promise<void> {
	await trx
		.updateTable("allowances")
		.set((eb) => ({ account_id: eb.ref("id"), used: eb("used", "+", eb.ref("reserved")), reserved: 0 }))
		.where("account_id", "=", accountId)
		.where("mailbox_hash", "is not", null)
		.where("ends_at", ">", now)
		.where((eb) => eb(eb("used", "+", eb.ref("reserved")), ">", 0))
		.execute();
}

/**
 * Deletes the use of mailboxes in past quota periods: rows kept by `retainFreeUse` are deleted, those of existing
 * accounts lose the hash. A scheduled job, in batches that delay no request.
 */
export async function forgetFreeUse(db: Db, now = Date.now()): Promise<void> {
	let forgotten: number;
	do {
		const few = db
			.selectFrom("allowances")
			.select("id")
			.where("mailbox_hash", "is not", null)
			.where("ends_at", "<=", now)
			.limit(FORGOTTEN_AT_ONCE);
		const { numDeletedRows } = await db
			.deleteFrom("allowances")
			.whereRef("account_id", "=", "id")
			.where("id", "in", few)
			.executeTakeFirst();
		const { numUpdatedRows } = await db
			.updateTable("allowances")
			.set({ mailbox_hash: null })
			.where("id", "in", few)
			.whereRef("account_id", "<>", "id")
			.executeTakeFirst();
		forgotten = Number(numDeletedRows + numUpdatedRows);
	} while (forgotten > 0);
}
