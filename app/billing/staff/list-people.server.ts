import { sql } from "kysely";
import { cachedTotal } from "../../accounts/staff/cached-total.server.ts";
import { COUNTED, countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Role } from "../../platform/http/context.server.ts";
import { conditionsOf, type PeopleFilter, unindexed, type Way } from "./people-conditions.server.ts";

export const PEOPLE_PER_PAGE = 50;
/** So many are found by the indexes of their filter and sorted; more are gone through in the order of the list. */
const MOST_SORTED = 3_000;

/** The orders of the list, by the column that each is of. */
const ORDERS = { recent: "seen_at", registered: "created_at" } as const;
export type PeopleOrder = keyof typeof ORDERS;

/** A person in the list. */
export type ListedPerson = {
	id: string;
	email: string;
	name: string | null;
	state: "active" | "blocked";
	role: Role | null;
	createdAt: number;
	/** Null: not known. */
	seenAt: number | null;
};

export type PeoplePage = {
	people: ListedPerson[];
	/**
	 * The number of people that the filter finds; at most `COUNTED` and one, and where it is more than `CACHED_FROM`, up to
	 * ten seconds old. 0 where they are not counted.
	 */
	total: number;
	/** Where the page before and the page after begin; null: there is none. */
	newer: string | null;
	older: string | null;
};

type Asked = {
	filter?: PeopleFilter;
	order?: PeopleOrder;
	/** `older` of a page; anything else begins anew. */
	after?: string;
	/** `newer` of a page. */
	before?: string;
	/** At most so many. */
	rows?: number;
	counts?: boolean;
	mostSorted?: number;
};

/** A place in the list: the time that it is ordered by, and the account. Both stay in it when the person comes again. */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/**
 * A page of the accounts that are not deleted, the newest first. It goes on from a place in the order, so a page costs the
 * same wherever it is; and what a filter costs does not grow with those whom it leaves out, see `Way`.
 */
export async function listPeople(
	db: Db,
	{
		filter = {},
		order = "recent",
		after = "",
		before = "",
		rows = PEOPLE_PER_PAGE,
		counts = true,
		mostSorted = MOST_SORTED,
	}: Asked = {},
	now = Date.now(),
): Promise<PeoplePage> {
	const count = () => countPeople(db, filter, now, COUNTED);
	const total = counts ? await cachedTotal(db, `people ${JSON.stringify(filter)}`, count, (n) => n, now) : 0;
	const isFiltered = Object.values(filter).some((one) => one !== undefined);
	const sorted = counts ? total : await countPeople(db, filter, now, mostSorted);
	const way: Way = isFiltered && sorted <= mostSorted ? "few" : "many";
	const read = (from: Place | null, isBackwards: boolean) =>
		readPage(db, { filter, way, order, from, isBackwards, rows }, now);
	const backwards = placeOf(before);
	if (backwards) {
		const page = await read(backwards, true);
		const people = page.people.toReversed();
		// A page that is not full is the first one, and begins where it begins.
		if (page.isMore && people.length === rows) return pageOf(people, order, total, true, true);
	}
	const from = backwards ? null : placeOf(after);
	const { people, isMore } = await read(from, false);
	return pageOf(people, order, total, from !== null, isMore);
}

type Place = { at: number; id: string };

function placeOf(cursor: string): Place | null {
	const [, at, id] = CURSOR.exec(cursor) ?? [];
	return at === undefined || id === undefined ? null : { at: Number(at), id };
}

function pageOf(
	people: ListedPerson[],
	order: PeopleOrder,
	total: number,
	isNewer: boolean,
	isOlder: boolean,
): PeoplePage {
	const cursorOf = (person: ListedPerson | undefined) =>
		person ? `${(order === "recent" ? person.seenAt : person.createdAt) ?? 0}.${person.id}` : null;
	return {
		people,
		total,
		newer: isNewer ? cursorOf(people[0]) : null,
		older: isOlder ? cursorOf(people.at(-1)) : null,
	};
}

async function countPeople(db: Db, filter: PeopleFilter, now: number, most: number): Promise<number> {
	let wanted = db.selectFrom("accounts").select("accounts.id");
	for (const condition of conditionsOf(db, filter, "few", now)) wanted = wanted.where(condition);
	return countUpTo(db, wanted, most);
}

type Read = {
	filter: PeopleFilter;
	way: Way;
	order: PeopleOrder;
	from: Place | null;
	isBackwards: boolean;
	rows: number;
};

async function readPage(
	db: Db,
	{ filter, way, order, from, isBackwards, rows: most }: Read,
	now: number,
): Promise<{ people: ListedPerson[]; isMore: boolean }> {
	// Those that are sorted afterwards are not looked for in the order.
	const column = unindexed(db, sql.ref<number>(`accounts.${ORDERS[order]}`), way === "few");
	const direction = isBackwards ? "asc" : "desc";
	let page = db.selectFrom("accounts");
	for (const condition of conditionsOf(db, filter, way, now)) page = page.where(condition);
	if (from)
		page = page.where(
			sql<boolean>`(${column}, accounts.id) ${sql.raw(isBackwards ? ">" : "<")} (${from.at}, ${from.id})`,
		);
	const rows = await page
		.leftJoin("staff", "staff.account_id", "accounts.id")
		.select(["accounts.id", "accounts.email", "accounts.name", "accounts.state", "staff.role"])
		.select(["accounts.created_at as createdAt", "accounts.seen_at as seenAt"])
		.orderBy(column, direction)
		.orderBy("accounts.id", direction)
		.limit(most + 1)
		.execute();
	const people = rows.slice(0, most).map((row) => ({
		...row,
		email: row.email ?? "",
		state: row.state === "blocked" ? ("blocked" as const) : ("active" as const),
		createdAt: Number(row.createdAt),
		seenAt: Number(row.seenAt) || null,
	}));
	return { people, isMore: rows.length > most };
}
