import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readAllowance, reserveMessage, settleMessage } from "../../../app/billing/quota/allowance.server.ts";
import { readAllowances } from "../../../app/billing/quota/read-allowances.server.ts";
import {
	listPeople,
	PEOPLE_PER_PAGE,
	type PeopleOrder,
} from "../../../app/billing/staff/list-people.server.ts";
import { GIVEN, type PeopleFilter } from "../../../app/billing/staff/people-conditions.server.ts";
import { searchPeople } from "../../../app/billing/staff/search-people.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { PLUS } from "../payment-context.ts";
import { aPlan } from "../plan.ts";

const NOW = Date.UTC(2026, 10, 22, 9);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FREE = aPlan({ messages: 2, everyDays: 1 }, { key: "start", price: 0, days: null });
const TERMS = { free: FREE, timeZone: "Europe/Moscow", secret: "x".repeat(32) };
const PRO = { ...PLUS, key: "pro-month", title: "Про" };

/** People, three of whom have registered, and three been here, in each millisecond; the last one to register came first. */
async function crowd(db: Db, count: number) {
	await db
		.insertInto("accounts")
		.values(
			Array.from({ length: count }, (_, i) => ({
				id: idOf(i),
				email: `person${pad(i)}@example.ru`,
				name: i % 2 === 0 ? `Фёдор ${pad(i)}` : null,
				state: i % 10 === 0 ? ("blocked" as const) : ("active" as const),
				created_at: NOW + Math.floor(i / 3),
				seen_at: NOW + Math.floor((count - i) / 3),
			})),
		)
		.execute();
}

const pad = (i: number) => String(i).padStart(4, "0");
const idOf = (i: number) => `id-${pad(i)}`;

/** Gives somebody a plan. */
async function subscribe(
	db: Db,
	i: number,
	{
		key,
		...more
	}: { key: string; purchase_id?: string; bill_id?: string; starts_at?: number; ends_at?: number },
) {
	await db
		.insertInto("subscriptions")
		.values({
			...{ id: randomUUID(), account_id: idOf(i), purchase_id: null, bill_id: null },
			...{ plan_key: key, plan: JSON.stringify({ ...PLUS, key }), created_at: NOW },
			...{ starts_at: NOW - DAY, ends_at: NOW + DAY },
			...more,
		})
		.execute();
}

/** Asks until nothing is left. */
async function exhaust(db: Db, i: number) {
	for (;;) {
		const reference = randomUUID();
		const { outcome } = await transact(db, (trx) => reserveMessage(trx, idOf(i), reference, NOW, TERMS));
		if (outcome === "exhausted") return;
		await transact(db, (trx) => settleMessage(trx, reference, NOW));
	}
}

/** All pages of a filter, forwards. */
async function all(db: Db, filter: PeopleFilter, order: PeopleOrder = "recent", mostSorted?: number) {
	const pages: string[][] = [];
	let after: string | null = "";
	while (after !== null) {
		const asked = { filter, order, after, ...(mostSorted !== undefined && { mostSorted }) };
		const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(db, asked, NOW);
		pages.push(page.people.map(({ id }) => id));
		after = page.older;
	}
	return pages;
}

describe("the list of people", () => {
	eachDatabase((openTestDb, name) => {
		test("goes through everybody once, in either order, forwards and backwards", async () => {
			const db = await openTestDb();
			const count = 2 * PEOPLE_PER_PAGE + 7;
			await crowd(db, count);
			await db
				.insertInto("accounts")
				.values({ id: "gone", email: null, state: "deleted", created_at: NOW })
				.execute();
			for (const order of ["recent", "registered"] as const) {
				const pages = await all(db, {}, order);
				expect(pages.map(({ length }) => length)).toEqual([50, 50, 7]);
				expect(new Set(pages.flat()).size).toBe(count);
				expect(pages[0]?.[0]).toBe(order === "recent" ? idOf(2) : idOf(106));
				const last = await listPeople(db, { order, after: (await pageAt(db, order, 2)).older ?? "" }, NOW);
				const back = await listPeople(db, { order, before: last.newer ?? "" }, NOW);
				expect(back.people.map(({ id }) => id)).toEqual(pages[1]);
				const first = await listPeople(db, { order, before: back.newer ?? "" }, NOW);
				expect(first.people.map(({ id }) => id)).toEqual(pages[0]);
				expect([first.newer, first.total]).toEqual([null, count]);
				expect(first.older).not.toBeNull();
			}
		});

		test("a cursor that nobody has given begins anew, and asks the database nothing odd", async () => {
			const db = await openTestDb();
			await crowd(db, 60);
			const hostile = [
				"nobody",
				"id-0001",
				"'",
				"1.'; drop table accounts",
				"9".repeat(400),
				"1.\u{1f600}",
				"-5.x",
				"1e9.x",
				"NaN.x",
				"1.x.y",
			];
			for (const cursor of hostile)
				for (const which of ["after", "before"]) {
					const page = await listPeople(db, { [which]: cursor }, NOW);
					expect([cursor, page.people[0]?.id, page.newer]).toEqual([cursor, idOf(0), null]);
				}
			// One beyond the end is an empty page with a way back; one before the beginning is the first page.
			expect((await listPeople(db, { after: "0.x" }, NOW)).people).toEqual([]);
			expect((await listPeople(db, { before: "999999999999999.x" }, NOW)).people).toHaveLength(50);
		});

		test("finds by id, whole and beginning of an e-mail, and name, and by the ids of a payment", async () => {
			const db = await openTestDb();
			await crowd(db, 120);
			const purchase = {
				...{ id: "purchase-1", account_id: idOf(7), plan_key: PLUS.key, plan: JSON.stringify(PLUS) },
				...{ amount: 1, receipt_email: "", gateway: "yookassa" as const, gateway_id: "at-gateway-1" },
				...{ state: "paid" as const, created_at: 1 },
			};
			await db.insertInto("purchases").values(purchase).execute();
			const found = async (typed: string, role: "owner" | "support" = "owner") =>
				(await listPeople(db, { filter: { search: await searchPeople(db, typed, role) } }, NOW)).people.map(
					({ id }) => id,
				);
			expect(await found("PERSON010")).toHaveLength(10);
			expect(await found("person0042@example.ru")).toEqual([idOf(42)]);
			expect(await found(idOf(42))).toEqual([idOf(42)]);
			for (const id of ["purchase-1", "at-gateway-1"]) expect(await found(id)).toEqual([idOf(7)]);
			expect(await found("Фёдор 0042")).toEqual([idOf(42)]);
			expect(await found("фёдор 004")).toHaveLength(5);
			for (const nobody of ["erson", "%", "gone", "person_", "'", "\u{10ffff}", "\ud800", "ф%"])
				expect([nobody, await found(nobody)]).toEqual([nobody, []]);
			// Letter by letter an e-mail would be told to whoever may not see it.
			for (const part of ["per", "person0042", "person0042@", "person0042@example.r"])
				expect([part, await found(part, "support")]).toEqual([part, []]);
			expect(await found("pe", "support")).toHaveLength(50);
			expect(await found("Person0042@example.ru", "support")).toEqual([idOf(42)]);
			expect(await found("Фёдор 0042", "support")).toEqual([idOf(42)]);
		});

		test("filters by the plan in force, given or bought, and by what is left", async () => {
			const db = await openTestDb();
			await crowd(db, 12);
			await subscribe(db, 1, { key: PLUS.key });
			await subscribe(db, 2, { key: PLUS.key, bill_id: "bill-1" });
			await subscribe(db, 3, { key: PRO.key });
			await subscribe(db, 4, { key: PLUS.key, ends_at: NOW });
			await subscribe(db, 5, { key: PLUS.key, starts_at: NOW + HOUR });
			for (const i of [6, 7]) await exhaust(db, i);
			// The plan has messages, whatever the free allowance of the day says.
			await subscribe(db, 7, { key: PRO.key });
			// Messages bought apart are left.
			await exhaust(db, 8);
			const bought = {
				account_id: idOf(8),
				source: "p",
				purchase_id: "p",
				starts_at: NOW,
				ends_at: NOW + DAY,
			};
			await db
				.insertInto("allowances")
				.values({ id: "bought", ...bought, granted: 5 })
				.execute();
			// Yesterday's is over.
			await exhaust(db, 9);
			await db
				.updateTable("allowances")
				.set({ starts_at: NOW - 2 * DAY, ends_at: NOW - DAY })
				.where("account_id", "=", idOf(9))
				.execute();
			const expected: [PeopleFilter, number[]][] = [
				[{ plan: PLUS.key }, [1, 2]],
				[{ plan: PRO.key }, [3, 7]],
				[{ plan: GIVEN }, [1, 3, 7]],
				[{ plan: "start" }, [0, 4, 5, 6, 8, 9, 10, 11]],
				[{ plan: "nothing" }, []],
				[{ state: "blocked" }, [0, 10]],
				[{ state: "exhausted" }, [6]],
				[{ state: "open" }, [1, 2, 3, 4, 5, 7, 8, 9, 11]],
				[{ state: "open", plan: PRO.key }, [3, 7]],
				[{ state: "exhausted", plan: "start" }, [6]],
				[{ state: "exhausted", plan: PRO.key }, []],
				[{ state: "blocked", plan: "start" }, [0, 10]],
			];
			// Few are sorted, many gone through: both find the same.
			for (const mostSorted of [undefined, 0])
				for (const [filter, people] of expected) {
					const [page = []] = await all(db, filter, "registered", mostSorted);
					expect([filter, page.toSorted()]).toEqual([filter, people.map(idOf)]);
					expect((await listPeople(db, { filter }, NOW)).total).toBe(people.length);
				}
		});

		test("says of many people what it says of each", async () => {
			const db = await openTestDb();
			await crowd(db, 6);
			await subscribe(db, 1, { key: PLUS.key });
			await exhaust(db, 2);
			await transact(db, (trx) => reserveMessage(trx, idOf(1), randomUUID(), NOW, TERMS));
			const bought = {
				account_id: idOf(2),
				source: "p",
				purchase_id: "p",
				starts_at: NOW,
				ends_at: NOW + DAY,
			};
			await db
				.insertInto("allowances")
				.values({ id: "bought", ...bought, granted: 5, used: 1 })
				.execute();
			// An account that is gone has used a message of the mailbox of the third.
			await exhaust(db, 3);
			await db
				.updateTable("allowances")
				.set({ account_id: "gone", used: 1 })
				.where("account_id", "=", idOf(3))
				.execute();
			const people = (await listPeople(db, {}, NOW)).people;
			const many = await readAllowances(db, people, NOW, TERMS);
			expect(many.size).toBe(6);
			for (const { id } of people) {
				const { granted, used, left, inForce } = await readAllowance(db, id, NOW, TERMS);
				expect([id, many.get(id)]).toEqual([id, { granted, used, left, inForce }]);
			}
			expect(await readAllowances(db, [], NOW, TERMS)).toEqual(new Map());
		});

		test("reads by an index, whichever page, order and filter", async () => {
			const db = await openTestDb();
			await crowd(db, 300);
			const cursor = `${NOW + 30}.${idOf(150)}`;
			for (const order of ["recent", "registered"] as const)
				for (const place of [{}, { after: cursor }, { before: cursor }]) {
					const plans = await plansOf(db, () => listPeople(db, { order, ...place }, NOW), name);
					expect(plans.length).toBeGreaterThan(1);
					for (const plan of plans) {
						expect(plan).not.toMatch(/SCAN accounts(?! USING)|Seq Scan on accounts/);
						// Sorting everybody who is found would cost as much as there are.
						expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER|"Sort|-> +Sort/);
					}
				}
			const search = await searchPeople(db, "person01", "owner");
			const byName = await searchPeople(db, "фёдор 01", "owner");
			const filters: PeopleFilter[] = [
				...[
					{ plan: PLUS.key },
					{ plan: GIVEN },
					{ state: "exhausted" as const },
					{ state: "blocked" as const },
				],
				...[{ search }, { search: byName }, { search, plan: PLUS.key }],
			];
			for (const filter of filters) {
				// Few are found by the indexes of the filter. An index of the blocked is read whole.
				const isRead =
					/SCAN accounts(?! USING INDEX accounts_blocked)|SCAN (subscriptions|allowances)|Seq Scan/;
				for (const plan of await plansOf(db, () => listPeople(db, { filter, after: cursor }, NOW), name)) {
					expect([filter, plan]).toEqual([filter, expect.not.stringMatching(isRead)]);
					// The indexes of all e-mails, and of everybody whose plan no purchase paid for.
					if (name === "SQLite")
						expect([filter, plan]).toEqual([
							filter,
							expect.not.stringMatching(/accounts_2 \(email>\?\)|subscriptions_2 \(purchase_id/),
						]);
				}
			}
			if (name === "PostgreSQL") return;
			// Many are gone through in the order.
			for (const filter of [...filters, { state: "open" as const }]) {
				const [, page] = await plansOf(db, () => listPeople(db, { filter, mostSorted: -1 }, NOW), name);
				expect([filter, page]).toEqual([filter, expect.stringContaining("accounts_by_visit")]);
				expect(page).not.toMatch(/"parent":0[^}]*TEMP B-TREE FOR ORDER/);
				// Of each, what is their own is asked, not all who have the plan.
				expect(page).not.toMatch(/subscriptions_of_plan|LIST SUBQUERY/);
			}
		});
	});
});

async function pageAt(db: Db, order: PeopleOrder, number: number) {
	let page = await listPeople(db, { order }, NOW);
	for (let i = 1; i < number; i++) page = await listPeople(db, { order, after: page.older ?? "" }, NOW);
	return page;
}
