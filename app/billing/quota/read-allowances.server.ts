import type { Db } from "../../platform/db/connection.server.ts";
import { ourTerms, type Terms } from "../payments/terms.server.ts";
import { type PlanInForce, plansInForce } from "../plans/plan-in-force.server.ts";
import { type Allowance, quotaPeriodOf } from "./allowance.server.ts";
import { mailboxHash } from "./free-use.server.ts";

/** Somebody's plan and messages as a list says them. */
export type ListedAllowance = Pick<Allowance, "granted" | "used" | "left"> & { inForce: PlanInForce };

/** The same as `readAllowance` for the people of one page of a list, in a few statements. */
export async function readAllowances(
	db: Db,
	people: readonly { id: string; email: string }[],
	now = Date.now(),
	terms: Terms = ourTerms,
): Promise<Map<string, ListedAllowance>> {
	if (people.length === 0) return new Map();
	const ids = people.map(({ id }) => id);
	const inForce = await plansInForce(db, ids, now, terms);
	const rows = await readRows(db, inForce, now, terms);
	const carried = await carriedOf(
		db,
		people.filter(({ id }) => inForce.get(id)?.source === "free" && !rows.planned.has(id)),
		now,
		terms,
	);
	return new Map(
		[...inForce].map(([id, plan]) => {
			const messages = plan.plan.quota.messages;
			const before = Math.min(messages, carried.get(id) ?? 0);
			const unopened = { granted: messages - before, used: 0, reserved: 0, carried: before };
			const all = [rows.planned.get(id) ?? unopened, ...(rows.bought.get(id) ?? [])];
			const sum = (of: (row: Row) => number) => all.reduce((total, row) => total + of(row), 0);
			return [
				id,
				{
					granted: sum((row) => row.granted + row.carried),
					used: sum((row) => row.used + row.carried),
					left: sum((row) => row.granted - row.used - row.reserved),
					inForce: plan,
				},
			];
		}),
	);
}

type Row = { granted: number; used: number; reserved: number; carried: number };

/** The allowances that are open: of the plans in force, and of messages bought apart. */
async function readRows(db: Db, inForce: ReadonlyMap<string, PlanInForce>, now: number, terms: Terms) {
	const columns = ["account_id", "granted", "used", "reserved", "carried"] as const;
	const planned = await db
		.selectFrom("allowances")
		.select(columns)
		.where((eb) =>
			eb.or(
				[...inForce].map(([id, plan]) =>
					eb.and([
						eb("account_id", "=", id),
						eb("source", "=", plan.source),
						eb("starts_at", "=", quotaPeriodOf(plan, now, terms).from),
					]),
				),
			),
		)
		.execute();
	const bought = await db
		.selectFrom("allowances")
		.select(columns)
		.where("account_id", "in", [...inForce.keys()])
		.where("purchase_id", "is not", null)
		.where("ends_at", ">", now)
		.limit(MOST_BOUGHT)
		.execute();
	return {
		planned: new Map(planned.map((row) => [row.account_id, row])),
		bought: Map.groupBy(bought, (row) => row.account_id),
	};
}

/** The most bought packages that are read for one page; more than people buy. */
const MOST_BOUGHT = 10_000;

/** Messages that others have used from the mailbox of a person whose free allowance is not open yet; they lower it. */
async function carriedOf(
	db: Db,
	people: readonly { id: string; email: string }[],
	now: number,
	{ secret }: Pick<Terms, "secret">,
): Promise<Map<string, number>> {
	if (people.length === 0) return new Map();
	const idOf = new Map(people.map(({ id, email }) => [mailboxHash(secret, email), id]));
	const rows = await db
		.selectFrom("allowances")
		.select(["mailbox_hash", "account_id", "used", "reserved"])
		.where("mailbox_hash", "in", [...idOf.keys()])
		.where("ends_at", ">", now)
		.execute();
	const carried = new Map<string, number>();
	for (const { mailbox_hash, account_id, used, reserved } of rows) {
		const id = idOf.get(mailbox_hash ?? "");
		if (id && id !== account_id) carried.set(id, (carried.get(id) ?? 0) + used + reserved);
	}
	return carried;
}
