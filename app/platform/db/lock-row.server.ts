import type { Selectable } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";
import type { Tables } from "./tables.ts";

/**
 * The tables whose rows are locked, in the one order in which a transaction may lock them, each with the column that
 * identifies the row. Transactions that keep to this order never deadlock. An `update` or a `delete` locks as well,
 * so the order applies to them too. Several answers of a conversation are changed only by a transaction that has
 * locked the conversation, several subscriptions of an account only by one that has locked the account.
 */
export const LOCK_ORDER = {
	staff_chain: "id",
	newsletters: "id",
	pending_registrations: "id",
	email_changes: "account_id",
	sign_in_steps: "token_hash",
	second_factors: "account_id",
	deletions: "account_id",
	accounts: "id",
	conversations: "id",
	answers: "id",
	refunds: "id",
	purchases: "id",
	promo_codes: "code",
	bills: "id",
	activation_codes: "hash",
	subscriptions: "id",
	allowances: "id",
} as const satisfies Partial<{ [T in keyof Tables]: keyof Tables[T] }>;

type Lockable = keyof typeof LOCK_ORDER;

const POSITIONS = new Map(Object.keys(LOCK_ORDER).map((table, position) => [table, position]));
const reached = new WeakMap<Db, Lockable>();

/**
 * Locks a row until the end of the transaction without changing it: other transactions that lock or change it wait,
 * and then see what this one has written. Rows that refer to it can still be inserted. On SQLite a transaction has an
 * exclusive write lock on the whole file from its beginning.
 *
 * @param trx a transaction
 * @param key the value of the column that `LOCK_ORDER` names
 * @returns the current row; undefined when there is none
 * @throws when a table that comes later in the order was locked before: a programming error
 */
export async function lockRow<T extends Lockable>(
	trx: Db,
	table: T,
	key: string,
): Promise<Selectable<Tables[T]> | undefined> {
	// The table is one of several, which exceeds the query builder's types.
	const query = (trx as Db)
		.selectFrom(table as "accounts")
		.selectAll()
		.where(LOCK_ORDER[table] as "id", "=", key);
	if (!isPostgres(trx)) return (await query.executeTakeFirst()) as Selectable<Tables[T]> | undefined;
	assertOrder(trx, table);
	return (await query.forNoKeyUpdate().executeTakeFirst()) as Selectable<Tables[T]> | undefined;
}

function assertOrder(trx: Db, table: Lockable): void {
	const last = reached.get(trx);
	if (last !== undefined && positionOf(last) > positionOf(table)) {
		throw new Error(`A row of ${table} is locked after one of ${last}; see LOCK_ORDER.`);
	}
	reached.set(trx, table);
}

const positionOf = (table: Lockable) => POSITIONS.get(table) ?? 0;
