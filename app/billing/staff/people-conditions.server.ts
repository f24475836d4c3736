import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { likely } from "../../platform/db/likely.server.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { FREE_KEY } from "../plans/plans-schema.server.ts";
import { columnOf, type PeopleSearch } from "./search-people.server.ts";

/** In place of the key of a plan, which has no underscore: those whose plan was given to them. */
export const GIVEN = "_given";

export const PEOPLE_STATES = ["open", "exhausted", "blocked"] as const;

/** The filter of the list of people; every condition may be missing. */
export type PeopleFilter = {
	search?: PeopleSearch | undefined;
	/** The key of the plan in force, or `GIVEN`. */
	plan?: string | undefined;
	/** `open`: with messages left; `exhausted`: open too, without. */
	state?: (typeof PEOPLE_STATES)[number] | undefined;
};

type Builder = ExpressionBuilder<Tables, "accounts">;
type Condition = (eb: Builder) => Expression<SqlBool>;

/**
 * How the rows of a filter are found. `few`: its own indexes find them, and they are sorted afterwards. `many`: people are
 * gone through in the order of the list, each asked whether it fits, until the page is full; so the indexes of the filter,
 * which would find far more than a page, are kept out.
 */
export type Way = "few" | "many";

/** The conditions of a filter on an account that is not deleted. */
export function conditionsOf(db: Db, filter: PeopleFilter, way: Way, now: number): Condition[] {
	const { search, plan, state } = filter;
	const hasIndex =
		search !== undefined || (plan ?? FREE_KEY) !== FREE_KEY || state === "blocked" || state === "exhausted";
	// By the index of e-mails SQLite would read all accounts.
	const email = unindexed(db, sql.ref<string | null>("accounts.email"), way === "few" && hasIndex);
	return [
		() => sql<boolean>`${email} is not null`,
		...(search ? [searched(db, search, way)] : []),
		...(plan === undefined ? [] : [planned(db, plan, way, now)]),
		...(state === "blocked" ? [blocked(db, way)] : []),
		...(state === "open" ? [opened(way, now)] : []),
		...(state === "exhausted" ? [exhausted(way, now)] : []),
	];
}

/** Keeps SQLite from using an index on a column. PostgreSQL knows by its statistics. */
export const unindexed = <T>(db: Db, column: RawBuilder<T>, applies = true): RawBuilder<T> =>
	!applies || isPostgres(db) ? column : sql<T>`+${column}`;

function searched(db: Db, search: PeopleSearch, way: Way): Condition {
	if (search.by === "id") return (eb) => eb("accounts.id", "in", search.ids);
	const column = unindexed(db, columnOf(db, search.by), way === "many");
	const ranges = search.by === "email" ? [search.range] : search.ranges;
	return (eb) =>
		eb.or(ranges.map(({ from, before }) => eb.and([eb(column, ">=", from), eb(column, "<", before)])));
}

/** The subscriptions in force. */
const inForce = (eb: Builder, now: number) =>
	eb
		.selectFrom("subscriptions")
		.select("subscriptions.account_id")
		.where("subscriptions.starts_at", "<=", now)
		.where("subscriptions.ends_at", ">", now);

function planned(db: Db, plan: string, way: Way, now: number): Condition {
	const ofOne = (eb: Builder) =>
		inForce(eb, now).whereRef("subscriptions.account_id", "=", "accounts.id").limit(1);
	if (plan === FREE_KEY) return (eb) => eb.not(eb.exists(ofOne(eb)));
	// One account is asked about: the index of plans would go through all who have this one.
	const key = unindexed(db, sql.ref<string>("subscriptions.plan_key"), way === "many");
	// Of two indexes SQLite would take the one of purchases, which has everybody whose plan no purchase paid for.
	const isGiven = sql<boolean>`${likely(db, sql<boolean>`subscriptions.purchase_id is null`)}
		and subscriptions.bill_id is null`;
	return (eb) => {
		const all = way === "few" ? inForce(eb, now) : ofOne(eb);
		const wanted = plan === GIVEN ? all.where(isGiven) : all.where(key, "=", plan);
		if (way === "many") return eb.exists(wanted);
		// PostgreSQL would rather go through everybody in the order of the list until a page is full.
		return isPostgres(db)
			? sql<boolean>`accounts.id = any(array(${wanted}))`
			: eb("accounts.id", "in", wanted);
	};
}

// With a literal, as the partial index has it.
const blocked =
	(db: Db, way: Way): Condition =>
	() =>
		sql<boolean>`${unindexed(db, sql.ref("accounts.state"), way === "many")} = 'blocked'`;

/** The accounts with an exhausted allowance in force. It may be one of a plan that another one has replaced. */
const exhaustedOnes = (eb: Builder, now: number) =>
	eb
		.selectFrom("allowances")
		.select("allowances.account_id")
		.where("allowances.ends_at", ">", now)
		// In the words of the partial index.
		.where(sql<boolean>`allowances.purchase_id is null
			and allowances.granted - allowances.used - allowances.reserved = 0`);

/** Whether the allowance of the plan in force is exhausted, and no message is left that was bought apart. */
const isExhausted = (now: number) => sql<boolean>`(
	coalesce((
		select case when a.ends_at > ${now} then a.granted - a.used - a.reserved end
		from allowances as a
		where a.account_id = accounts.id
			and a.source = coalesce((
				select s.id from subscriptions as s
				where s.account_id = accounts.id and s.starts_at <= ${now} and s.ends_at > ${now}
				order by s.starts_at, s.id limit 1
			), 'free')
			and a.starts_at <= ${now}
		order by a.starts_at desc limit 1
	), 1) = 0
	and not exists (
		select 1 from allowances as b
		where b.account_id = accounts.id and b.purchase_id is not null and b.ends_at > ${now}
			and b.granted - b.used - b.reserved > 0
	)
)`;

const isActive = sql<boolean>`accounts.state = 'active'`;

const exhausted =
	(way: Way, now: number): Condition =>
	(eb) =>
		eb.and([
			isActive,
			...(way === "few" ? [eb("accounts.id", "in", exhaustedOnes(eb, now))] : []),
			isExhausted(now),
		]);

const opened =
	(way: Way, now: number): Condition =>
	(eb) => {
		const isOpen = eb.not(isExhausted(now));
		// All are counted: the longer question is asked of those only whom the first does not answer.
		const counted = () => eb.or([eb("accounts.id", "not in", exhaustedOnes(eb, now)), isOpen]);
		return eb.and([isActive, way === "few" ? counted() : isOpen]);
	};
