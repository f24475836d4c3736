import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { Role } from "../../platform/http/context.server.ts";
import { parseEmail } from "../email.server.ts";

export const PEOPLE_PER_PAGE = 50;
/** Counted exactly up to here. */
export const COUNTED = 10_000;

/** A person in the list. */
export type ListedPerson = {
	id: string;
	email: string;
	name: string | null;
	state: "active" | "blocked";
	role: Role | null;
	createdAt: number;
	/** Null: no session. */
	seenAt: number | null;
};

export type PeoplePage = {
	people: ListedPerson[];
	/** At most `COUNTED` and one. */
	total: number;
	/** The id to go on from; null: this is the last page. */
	next: string | null;
};

/** After everything that an e-mail can go on with, in the order of bytes. */
const LAST = "\u{10ffff}";

/**
 * A page of the accounts that are not deleted: the newest first or, with a search, by e-mail. It goes on from an
 * account, so a page costs the same wherever it is.
 * @param part the beginning of an e-mail, or the id of an account; empty: all
 * @param after the last account of the page before; one that is gone begins anew
 * @param rows at most so many
 * @param counts whether the total is counted; it is 0 otherwise
 */
export async function listPeople(
	db: Db,
	{
		part = "",
		after = "",
		rows: most = PEOPLE_PER_PAGE,
		counts = true,
	}: { part?: string; after?: string; rows?: number; counts?: boolean },
): Promise<PeoplePage> {
	const typed = part.trim();
	const byId = typed ? await readOne(db, typed) : undefined;
	const beginning = parseEmail(typed) ?? typed.toLowerCase();
	// Bytes decide in both databases; the index of PostgreSQL is made for it.
	const email = isPostgres(db) ? sql<string>`accounts.email collate "C"` : sql<string>`accounts.email`;
	let wanted = db.selectFrom("accounts").where("accounts.email", "is not", null);
	if (byId) wanted = wanted.where("accounts.id", "=", byId.id);
	else if (typed) wanted = wanted.where(email, ">=", beginning).where(email, "<", beginning + LAST);
	const counted = db
		.selectFrom(
			wanted
				.select("accounts.id")
				.limit(COUNTED + 1)
				.as("counted"),
		)
		.select(({ fn }) => fn.countAll<number | string>().as("total"));
	const { total } = counts ? await counted.executeTakeFirstOrThrow() : { total: 0 };

	const last = after ? await readOne(db, after) : undefined;
	let page = wanted;
	if (last) {
		page = typed
			? page.where(email, ">", last.email ?? "")
			: page.where(({ eb, refTuple, tuple }) =>
					eb(refTuple("accounts.created_at", "accounts.id"), "<", tuple(Number(last.created_at), last.id)),
				);
	}
	const rows = await (typed
		? page.orderBy(email)
		: page.orderBy("accounts.created_at", "desc").orderBy("accounts.id", "desc")
	)
		.leftJoin("staff", "staff.account_id", "accounts.id")
		.select(["accounts.id", "accounts.email", "accounts.name", "accounts.state", "staff.role"])
		.select("accounts.created_at as createdAt")
		.select((eb) =>
			eb
				.selectFrom("sessions")
				.whereRef("sessions.account_id", "=", "accounts.id")
				.select(({ fn }) => fn.max("seen_at").as("seen"))
				.as("seenAt"),
		)
		.limit(most + 1)
		.execute();
	const people = rows.slice(0, most).map((row) => ({
		...row,
		email: row.email ?? "",
		state: row.state === "blocked" ? ("blocked" as const) : ("active" as const),
		seenAt: row.seenAt === null ? null : Number(row.seenAt),
	}));
	const next = rows.length > most ? (people.at(-1)?.id ?? null) : null;
	return { people, total: Number(total), next };
}

const readOne = (db: Db, id: string) =>
	db.selectFrom("accounts").select(["id", "email", "created_at"]).where("id", "=", id).executeTakeFirst();
