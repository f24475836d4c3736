import { describe, expect, test } from "vitest";
import {
	listAllPurchases,
	MOST_PAYERS,
	type PurchaseFilter,
	searchPurchases,
	sumPurchases,
} from "../../../app/billing/staff/list-all-purchases.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { PLUS } from "../payment-context.ts";
import { pad, payers } from "./payers.ts";

const COUNT = 120;

/** People with a payment each, three in each millisecond; every tenth was refunded, every twelfth has no receipt. */
async function sold(db: Db, count = COUNT) {
	const numbers = await payers(db, count);
	await db
		.insertInto("purchases")
		.values(
			numbers.map((i) => ({
				id: `purchase-${pad(i)}`,
				account_id: `account-${pad(i)}`,
				plan_key: PLUS.key,
				plan: JSON.stringify(PLUS),
				amount: 39_000,
				receipt_email: `payer${pad(i)}@example.ru`,
				gateway: "yookassa" as const,
				gateway_id: `gateway-${pad(i)}`,
				state: i % 10 === 0 ? ("refunded" as const) : ("paid" as const),
				receipt_state: i % 12 === 0 ? ("canceled" as const) : ("succeeded" as const),
				created_at: 1_000 + Math.floor(i / 3),
			})),
		)
		.execute();
	const refunded = numbers.filter((i) => i % 10 === 0);
	await db
		.insertInto("refunds")
		.values(refunded.map((i) => refundOf(`purchase-${pad(i)}`, { amount: 39_000 })))
		.execute();
}

const refundOf = (purchaseId: string, { amount = 39_000, state = "done" as "done" | "refused" }) => ({
	id: `refund-${state}-${purchaseId}`,
	purchase_id: purchaseId,
	account_id: purchaseId.replace("purchase", "account"),
	amount,
	state,
	created_at: 2_000,
});

describe("the list of all purchases", () => {
	eachDatabase((openTestDb, name) => {
		const found = async (db: Db, text: string) => {
			const { search } = await searchPurchases(db, text, "owner");
			return (await listAllPurchases(db, { search })).purchases.map(({ id }) => id);
		};

		test("goes through everything once, the newest first, and sums what the filter finds", async () => {
			const db = await openTestDb();
			await sold(db);
			const seen: string[] = [];
			for (let after: string | null = ""; after !== null; ) {
				const page: Awaited<ReturnType<typeof listAllPurchases>> = await listAllPurchases(db, {}, { after });
				seen.push(...page.purchases.map(({ id }) => id));
				after = page.next;
			}
			expect(seen).toEqual(Array.from({ length: COUNT }, (_, i) => `purchase-${pad(COUNT - 1 - i)}`));
			expect(await sumPurchases(db, {})).toEqual({ count: 120, sum: 108 * 39_000, refunded: 12 });
			expect(await sumPurchases(db, { state: "refunded" })).toEqual({ count: 12, sum: 0, refunded: 12 });
			expect(await sumPurchases(db, { receipt: "canceled" })).toMatchObject({ count: 10 });
			expect(await sumPurchases(db, { from: 1_001, before: 1_003 })).toMatchObject({ count: 6 });
			const both: PurchaseFilter = { state: "refunded", receipt: "canceled" };
			const { purchases } = await listAllPurchases(db, both);
			expect(purchases.map(({ id }) => id)).toEqual(["purchase-0060", "purchase-0000"]);
			expect(await listAllPurchases(db, {}, { after: "nothing" })).toEqual(await listAllPurchases(db, {}));
		});

		test("sums what was kept of a payment that went back in part", async () => {
			const db = await openTestDb();
			await sold(db, 2);
			// A request that was refused before has taken nothing.
			await db
				.insertInto("refunds")
				.values(refundOf("purchase-0000", { state: "refused" }))
				.execute();
			await db.updateTable("refunds").set({ amount: 10_000 }).where("state", "=", "done").execute();
			expect(await sumPurchases(db, {})).toEqual({ count: 2, sum: 68_000, refunded: 1 });
			expect(await sumPurchases(db, { state: "refunded" })).toEqual({ count: 1, sum: 29_000, refunded: 1 });
		});

		test("finds by the beginning of an e-mail, by an account, and by the ids here and at the gateway", async () => {
			const db = await openTestDb();
			await sold(db);
			expect(await found(db, "PAYER0042@example.ru")).toEqual(["purchase-0042"]);
			expect(await found(db, "payer004")).toHaveLength(10);
			for (const id of ["account-0042", "purchase-0042", "gateway-0042"])
				expect(await found(db, id)).toEqual(["purchase-0042"]);
			for (const nothing of ["ayer", "%", "payer_", "'", "purchase-004"])
				expect(await found(db, nothing)).toEqual([]);
			await db
				.insertInto("accounts")
				.values(
					Array.from({ length: MOST_PAYERS }, (_, i) => ({
						id: `more-${i}`,
						email: `payer-more${i}@example.ru`,
						state: "active" as const,
						created_at: 0,
					})),
				)
				.execute();
			expect(await searchPurchases(db, "payer", "owner")).toMatchObject({ isTooWide: true });
			expect(await searchPurchases(db, "payer0", "owner")).toMatchObject({ isTooWide: false });
		});

		test("reads by an index, whichever page and whatever the filter", async () => {
			const db = await openTestDb();
			await sold(db, 300);
			const { search } = await searchPurchases(db, "payer001", "owner");
			const filters: PurchaseFilter[] = [
				{},
				{ state: "refunded" },
				{ receipt: "canceled" },
				{ from: 1_010, before: 1_050 },
				{ search },
			];
			for (const filter of filters) {
				const after = { after: "purchase-0150" };
				const plans = [
					...(await plansOf(db, () => listAllPurchases(db, filter, after), name)),
					// The sum of everything ends with its limit, wherever it reads.
					...(filter === filters[0] ? [] : await plansOf(db, () => sumPurchases(db, filter), name)),
				];
				expect(plans.length).toBeGreaterThan(1);
				for (const plan of plans) {
					expect(plan).not.toMatch(/SCAN purchases(?! USING)|Seq Scan on purchases/);
					expect(plan).not.toMatch(/SCAN refunds|Seq Scan on refunds/);
					// What a search finds is of few people, so it may be sorted.
					if (!filter.search) expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER|"Sort|-> +Sort/);
				}
			}
		});
	});
});
