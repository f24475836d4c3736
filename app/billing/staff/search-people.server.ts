import { sql } from "kysely";
import { emailsFrom, LAST } from "../../accounts/staff/shown-email.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { Role } from "../../platform/http/context.server.ts";

/** A range of texts in the order of bytes: from the first, before the second. */
type Range = { from: string; before: string };

/** The search of the list of people: these accounts, or those with such an e-mail or name. */
export type PeopleSearch =
	| { by: "id"; ids: string[] }
	| { by: "email"; range: Range }
	| { by: "name"; ranges: Range[] };

/**
 * Reads what was typed into the search box: the id of an account or of a payment, here or at the gateway; else the
 * beginning of an e-mail; else, where no e-mail begins so, that of a name.
 * @param role of the person who searches: an e-mail that they see masked is not found by its parts
 */
export async function searchPeople(db: Db, typed: string, role: Role): Promise<PeopleSearch> {
	const ids = await accountsOf(db, typed);
	if (ids.length > 0) return { by: "id", ids };
	const range = emailsFrom(typed, role);
	if (range) {
		const email = columnOf(db, "email");
		const found = await db
			.selectFrom("accounts")
			.select("id")
			.where(email, ">=", range.from)
			.where(email, "<", range.before)
			.limit(1)
			.executeTakeFirst();
		if (found) return { by: "email", range };
	}
	return { by: "name", ranges: spellings(typed).map((from) => ({ from, before: from + LAST })) };
}

/** A text column in the order of bytes, which the indexes of PostgreSQL are made for. */
export const columnOf = (db: Db, name: "email" | "name") =>
	isPostgres(db)
		? sql<string>`${sql.ref(`accounts.${name}`)} collate "C"`
		: sql<string>`${sql.ref(`accounts.${name}`)}`;

/** A name as it was typed, and with its first letter or each word in capitals: bytes are compared, and no letters. */
function spellings(typed: string): string[] {
	const raised = (letters: RegExp) => typed.replace(letters, (letter) => letter.toLocaleUpperCase("ru"));
	return [...new Set([typed, raised(/^\p{Ll}/u), raised(/(?<!\p{L})\p{Ll}/gu)])];
}

/** The account of this id, or of the payment of this id. */
async function accountsOf(db: Db, id: string): Promise<string[]> {
	const account = await db.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst();
	if (account) return [id];
	return payersOf(db, id);
}

/** The accounts of a payment, by its id here or at the gateway. */
export async function payersOf(db: Db, id: string): Promise<string[]> {
	const rows = await db
		.selectFrom("purchases")
		.select("account_id")
		.where((eb) =>
			eb.or([
				eb("id", "=", id),
				// The index begins with the gateway.
				eb.and([eb("gateway", "in", ["yookassa", "sandbox"]), eb("gateway_id", "=", id)]),
			]),
		)
		.limit(2)
		.execute();
	return rows.map(({ account_id }) => account_id);
}
