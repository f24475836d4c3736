import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import type { Role } from "../platform/http/context.server.ts";
import { parseEmail } from "./email.server.ts";
import { nameFor } from "./staff/shown-email.server.ts";

export const ACCOUNTS_PER_PAGE = 50;

/** An account in the operator's list. */
export type ListedAccount = {
	id: string;
	email: string;
	state: "active" | "blocked";
	createdAt: number;
	sessions: number;
	/** Null: no session. */
	seenAt: number | null;
};

/**
 * A page of the accounts that are not deleted, the newest first.
 * @param page from 1
 * @param part of the e-mail; empty: all
 */
export async function listAccounts(
	db: Db,
	{ page, part = "" }: { page: number; part?: string },
): Promise<{ accounts: ListedAccount[]; total: number }> {
	const wanted = db
		.selectFrom("accounts")
		.where("email", "is not", null)
		.where(sql<boolean>`email like ${`%${likeText(parseEmail(part) ?? part.toLowerCase())}%`} escape '\\'`);
	const { total } = await wanted
		.select(({ fn }) => fn.countAll<number | string>().as("total"))
		.executeTakeFirstOrThrow();
	const rows = await wanted
		.select(["accounts.id", "accounts.email", "accounts.state", "accounts.created_at as createdAt"])
		.select((eb) => [
			eb
				.selectFrom("sessions")
				.whereRef("sessions.account_id", "=", "accounts.id")
				.select(({ fn }) => fn.countAll<number | string>().as("count"))
				.as("sessions"),
			eb
				.selectFrom("sessions")
				.whereRef("sessions.account_id", "=", "accounts.id")
				.select(({ fn }) => fn.max("seen_at").as("seen"))
				.as("seenAt"),
		])
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(ACCOUNTS_PER_PAGE)
		.offset((page - 1) * ACCOUNTS_PER_PAGE)
		.execute();
	const accounts = rows.map((row) => ({
		...row,
		email: row.email ?? "",
		state: row.state === "blocked" ? ("blocked" as const) : ("active" as const),
		sessions: Number(row.sessions),
		seenAt: row.seenAt === null ? null : Number(row.seenAt),
	}));
	return { accounts, total: Number(total) };
}

/** The account with this e-mail or this id; a deleted one is found by its id only. */
export async function findAccount(db: Db, emailOrId: string) {
	const found = await db
		.selectFrom("accounts")
		.select(["id", "email", "name", "state", "created_at as createdAt", "password_hash as passwordHash"])
		.where((eb) => eb.or([eb("email", "=", parseEmail(emailOrId) ?? ""), eb("id", "=", emailOrId)]))
		.executeTakeFirst();
	if (!found) return null;
	const { passwordHash, ...account } = found;
	return { ...account, hasPassword: passwordHash !== null };
}

/** The names of these accounts on the screens of a role. Deleted ones are not among them. */
export async function namesOf(db: Db, role: Role, ids: readonly string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("accounts")
		.select(["id", "name", "email"])
		.where("id", "in", [...new Set(ids)])
		.where("email", "is not", null)
		.execute();
	return new Map(rows.map(({ id, ...person }) => [id, nameFor(role, person) ?? id]));
}

/** Escapes a text for `like`. */
const likeText = (text: string) => text.replace(/[\\%_]/g, "\\$&");
