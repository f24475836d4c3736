import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listPurchases, readPurchase } from "../../app/billing/payments/purchases.server.ts";
import { paymentsData } from "../../app/billing/personal-data.server.ts";
import { plans } from "../../app/billing/plans/plans.server.ts";
import { refundUnderWay } from "../../app/billing/refunds/settle-refund.server.ts";
import { readStory } from "../../app/billing/staff/read-story.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { plansOf } from "../support/database/query-plans.ts";

const DAY = 86_400_000;
const NEWEST = { page: 1, rows: 5, sort: "date", descending: true } as const;

async function bought(db: Db, accountId: string, count: number) {
	const ids = Array.from({ length: count }, () => randomUUID());
	await db
		.insertInto("purchases")
		.values(
			ids.map((id, i) => ({
				id,
				account_id: accountId,
				plan_key: "plus-month",
				plan: JSON.stringify(plans()[1]),
				// Two and two of a price, so that the order among equals is seen.
				amount: 39_000 + 100 * Math.floor(i / 2),
				receipt_email: "anna@pochta.ru",
				gateway: "sandbox" as const,
				state: "paid" as const,
				created_at: i * DAY,
			})),
		)
		.execute();
	return ids;
}

const refund = (db: Db, purchaseId: string, state: "refused" | "waiting", at: number) =>
	db
		.insertInto("refunds")
		.values({
			id: randomUUID(),
			purchase_id: purchaseId,
			account_id: "anna",
			amount: 39_000,
			state,
			created_at: at,
		})
		.execute();

eachDatabase((openTestDb, name) => {
	test("purchases come by pages, the newest first, and only one's own", async () => {
		const db = await openTestDb();
		const ids = await bought(db, "anna", 12);
		await bought(db, "boris", 3);
		const newest = ids.toReversed();
		const pageOf = async (page: number, rows = 5) => {
			const read = await listPurchases(db, "anna", { ...NEWEST, page, rows });
			return { ...read, purchases: read.purchases.map(({ id }) => id) };
		};
		expect(await pageOf(1)).toEqual({ page: 1, total: 12, purchases: newest.slice(0, 5) });
		expect(await pageOf(3)).toEqual({ page: 3, total: 12, purchases: newest.slice(10) });
		expect(await pageOf(1, 25)).toEqual({ page: 1, total: 12, purchases: newest });
		// Past the end stands the last page, not an empty one.
		expect(await pageOf(99)).toEqual(await pageOf(3));
	});

	test("by the sum, equal ones stand by their day, either way round", async () => {
		const db = await openTestDb();
		const ids = await bought(db, "anna", 6);
		const by = async (descending: boolean) => {
			const read = await listPurchases(db, "anna", { page: 1, rows: 10, sort: "sum", descending });
			return read.purchases.map(({ id }) => id);
		};
		expect(await by(false)).toEqual(ids);
		expect(await by(true)).toEqual(ids.toReversed());
	});

	test("an account without purchases has one empty page", async () => {
		const db = await openTestDb();
		expect(await listPurchases(db, "anna", NEWEST)).toEqual({ page: 1, total: 0, purchases: [] });
	});

	test("a purchase comes with its last refund; another's is not found", async () => {
		const db = await openTestDb();
		const [id = ""] = await bought(db, "anna", 1);
		expect((await readPurchase(db, "anna", id))?.refund).toBeNull();
		await refund(db, id, "refused", 1);
		await refund(db, id, "waiting", 2);
		expect(await readPurchase(db, "anna", id)).toMatchObject({
			id,
			plan: { key: "plus-month", days: 30 },
			amount: 39_000,
			state: "paid",
			refund: { state: "waiting", amount: 39_000 },
		});
		expect(await readPurchase(db, "boris", id)).toBeUndefined();
		expect(await readPurchase(db, "anna", "нет такой")).toBeUndefined();
	});

	test("the refunds of a purchase are read by an index, whoever reads them", async () => {
		const db = await openTestDb();
		const [id = ""] = await bought(db, "anna", 12);
		for (const other of await bought(db, "boris", 100)) await refund(db, other, "refused", 1);
		const reads: (() => Promise<unknown>)[] = [
			() => listPurchases(db, "anna", NEWEST),
			() => readPurchase(db, "anna", id),
			() => refundUnderWay(db, id),
			() => readStory(db, id),
			() => Array.fromAsync(paymentsData.read(db, "anna")),
			() => paymentsData.waits?.(db, "anna") ?? Promise.resolve(),
		];
		for (const read of reads) {
			const plans = await plansOf(db, read, name);
			const ofRefunds = plans.filter((plan) => plan.includes("refunds"));
			expect(ofRefunds).toHaveLength(1);
			expect(ofRefunds[0]).not.toMatch(/SCAN refunds|Seq Scan on refunds|refunds_pkey/);
		}
	});
});
