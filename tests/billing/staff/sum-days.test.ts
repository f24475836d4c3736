import { describe, expect, test } from "vitest";
import { listAllPurchases } from "../../../app/billing/staff/list-all-purchases.server.ts";
import { sumDays } from "../../../app/billing/staff/sum-days.server.ts";
import { daysOfMonth } from "../../../app/platform/dates/months.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { PurchasesTable, RefundsTable } from "../../../app/platform/db/tables/billing.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { PLUS } from "../payment-context.ts";
import { payers } from "./payers.ts";

const at = (text: string) => Date.parse(text);
const OCTOBER = daysOfMonth("2026-10", "Europe/Berlin") ?? [];

type Sold = Partial<Pick<PurchasesTable, "amount" | "gateway" | "state" | "receipt_state" | "created_at">>;

/** A purchase of the first payer that was paid at a moment; another state or gateway where one is named. */
async function sold(db: Db, id: string, ended: string, more: Sold = {}) {
	const purchase = {
		...{ id, account_id: "account-0000", plan_key: PLUS.key, plan: JSON.stringify(PLUS), amount: 39_000 },
		...{ receipt_email: "payer@example.ru", gateway: "yookassa" as const, gateway_id: `g-${id}` },
		...{ state: "paid" as const, receipt_state: "succeeded" as const, created_at: at(ended) - 60_000 },
		...{ ended_at: at(ended), ...more },
	};
	await db.insertInto("purchases").values(purchase).execute();
}

/** A refund of a purchase that was done at a moment. */
async function refunded(
	db: Db,
	purchase: string,
	ended: string,
	more: Partial<Pick<RefundsTable, "state">> = {},
) {
	const refund = {
		...{ id: `r-${purchase}`, purchase_id: purchase, account_id: "account-0000", amount: 10_000 },
		...{ state: "done" as const, receipt_state: "succeeded" as const, created_at: 1, ended_at: at(ended) },
	};
	await db
		.insertInto("refunds")
		.values({ ...refund, time_taken: 0, ...more })
		.execute();
}

describe("the sums of days", () => {
	eachDatabase((openTestDb, name) => {
		test("count each payment and refund on the day it was done, by the zone, where the clocks change too", async () => {
			const db = await openTestDb();
			await payers(db, 1);
			// The 25th has 25 hours in Berlin.
			await sold(db, "before", "2026-10-24T21:59:59.999Z");
			await sold(db, "first", "2026-10-24T22:00:00Z");
			await sold(db, "last", "2026-10-25T22:59:59.999Z", { amount: 100, receipt_state: "canceled" });
			await sold(db, "after", "2026-10-25T23:00:00Z", { receipt_state: "pending" });
			// Ordered in the month before, paid in this one, refunded since.
			const created_at = at("2026-09-30T10:00:00Z");
			await sold(db, "late", "2026-10-01T10:00:00Z", { created_at, state: "refunded", receipt_state: null });
			await refunded(db, "late", "2026-10-25T10:00:00Z");
			// Other months, no money, and none of ours.
			await sold(db, "september", "2026-09-30T21:59:59.999Z");
			await sold(db, "november", "2026-10-31T23:00:00Z");
			for (const state of ["canceled", "expired", "waiting"] as const)
				await sold(db, state, "2026-10-25T10:00:00Z", { state });
			await sold(db, "test", "2026-10-25T10:00:00Z", { gateway: "sandbox" });
			await refunded(db, "test", "2026-10-25T10:00:00Z");
			await refunded(db, "first", "2026-10-25T10:00:00Z", { state: "refused" });
			await refunded(db, "november", "2026-11-02T10:00:00Z");
			const none = { refunds: 0, refunded: 0 };
			expect(await sumDays(db, OCTOBER, "yookassa")).toEqual([
				{
					...{ day: "2026-10-26", from: at("2026-10-25T23:00:00Z"), payments: 1, income: 39_000, ...none },
					receipts: { due: 1, sent: 0, failed: 0 },
				},
				{
					...{ day: "2026-10-25", from: at("2026-10-24T22:00:00Z"), payments: 2, income: 39_100 },
					...{ refunds: 1, refunded: 10_000, receipts: { due: 3, sent: 2, failed: 1 } },
				},
				{
					...{ day: "2026-10-24", from: at("2026-10-23T22:00:00Z"), payments: 1, income: 39_000, ...none },
					receipts: { due: 1, sent: 1, failed: 0 },
				},
				{
					...{ day: "2026-10-01", from: at("2026-09-30T22:00:00Z"), payments: 1, income: 39_000, ...none },
					receipts: { due: 0, sent: 0, failed: 0 },
				},
			]);
			expect(await sumDays(db, OCTOBER, "sandbox")).toMatchObject([
				{ day: "2026-10-25", payments: 1, income: 39_000, refunds: 1, refunded: 10_000 },
			]);
			expect(await sumDays(db, [], "yookassa")).toEqual([]);
		});

		test("are of what the list of payments has of that day, page by page", async () => {
			const db = await openTestDb();
			await payers(db, 1);
			for (let i = 0; i < 7; i++)
				await sold(db, `p${i}`, `2026-10-12T1${i % 4}:00:00Z`, {
					created_at: at("2026-10-01T00:00:00Z") - i,
				});
			await sold(db, "other", "2026-10-13T10:00:00Z");
			await sold(db, "unpaid", "2026-10-12T10:00:00Z", { state: "canceled" });
			await sold(db, "test", "2026-10-12T10:00:00Z", { gateway: "sandbox" });
			const [{ from, to } = { from: 0, to: 0 }] = OCTOBER.slice(11, 12);
			const filter = { from, before: to, paidThrough: "yookassa" as const };
			const seen: string[] = [];
			for (let after: string | null = ""; after !== null; ) {
				const page: Awaited<ReturnType<typeof listAllPurchases>> = await listAllPurchases(db, filter, {
					...{ after, rows: 3 },
				});
				seen.push(...page.purchases.map(({ id }) => id));
				after = page.next;
			}
			expect(seen).toEqual(["p3", "p6", "p2", "p5", "p1", "p4", "p0"]);
			expect((await listAllPurchases(db, filter)).purchases[0]?.at).toBe(at("2026-10-12T13:00:00Z"));
			expect(await sumDays(db, OCTOBER.slice(11, 12), "yookassa")).toMatchObject([
				{ payments: seen.length, income: seen.length * 39_000 },
			]);
		});

		test("are read by indexes of the moment, one day at a time", async () => {
			const db = await openTestDb();
			await payers(db, 1);
			for (let i = 0; i < 30; i++) await sold(db, `p${i}`, `2026-10-${10 + (i % 20)}T10:00:00Z`);
			const [{ from, to } = { from: 0, to: 0 }] = OCTOBER;
			const plans = await plansOf(db, () => sumDays(db, OCTOBER.slice(0, 2), "yookassa"), name);
			expect(plans).toHaveLength(4);
			for (const [i, plan] of plans.entries())
				expect(plan).toMatch(i % 2 === 0 ? /purchases_by_payment/ : /refunds_by_end/);
			const filter = { from, before: to, paidThrough: "yookassa" as const };
			const listed: string[] = [];
			for (const more of [{}, { state: "refunded" as const }]) {
				const read = () => listAllPurchases(db, { ...filter, ...more }, { after: "p3" });
				listed.push(...(await plansOf(db, read, name)));
				expect(listed.at(-1)).toMatch(/purchases_by_payment/);
			}
			for (const plan of [...plans, ...listed]) {
				expect(plan).not.toMatch(/SCAN (purchases|refunds)(?! USING)|Seq Scan on (purchases|refunds)/);
				expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER|"Sort|-> +Sort/);
			}
		});
	});
});
