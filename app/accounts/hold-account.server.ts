import type { Db } from "../db/connection.server.ts";

/**
 * Keeps an account to the end of the transaction and changes nothing: of two acts that each look at what the
 * other one does, the second waits and then sees it. Comes after tokens and factors, as every lock on accounts.
 */
export async function holdAccount(trx: Db, accountId: string): Promise<void> {
	await trx
		.updateTable("accounts")
		.set((eb) => ({ state: eb.ref("state") }))
		.where("id", "=", accountId)
		.execute();
}
