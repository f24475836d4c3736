import { keyedHash } from "../../accounts/tokens/secrets.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Terms } from "../payments/terms.server.ts";

const FORGOTTEN_AT_ONCE = 500;

/**
 * Names the e-mail of an account in the counting of free messages, so that whoever deletes the account and registers
 * the same e-mail does not get them twice in one stretch. Without the secret nobody can say whose it is, and under
 * another secret nobody is recognised.
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
	return account?.email ? keyedHash(secret, "free messages", account.email) : null;
}

/**
 * How many free messages of now were used from a mailbox by other accounts: deleted ones, and such as have gone to
 * another e-mail since. What they have set aside counts as used.
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
 * Keeps of a deleted account how many free messages of now were used from its mailbox, until they are given anew:
 * the row loses its owner and stays. What was set aside for answers that were being written is used.
 */
export async function keepFreeUse(trx: Db, accountId: string, now: number): Promise<void> {
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
 * Forgets what mailboxes have used in stretches that are over: the rows that `keepFreeUse` has kept go, those of
 * accounts that live lose the hash. A chore, in pieces that hold up nobody.
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
