import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { expect, test } from "vitest";
import { forgetOldPayments } from "../../app/billing/forget-old-payments.server.ts";
import { grantMessages } from "../../app/billing/messages/bought-messages.server.ts";
import { paymentsData } from "../../app/billing/personal-data.server.ts";
import { grantSubscription } from "../../app/billing/plans/subscriptions.server.ts";
import { reserveMessage, settleMessage } from "../../app/billing/quota/allowance.server.ts";
import { sumPurchases } from "../../app/billing/staff/list-all-purchases.server.ts";
import { readStory } from "../../app/billing/staff/read-story.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import type { PurchasesTable, RefundsTable } from "../../app/platform/db/tables/billing.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { orderBill, paidBill } from "../billing/bills/bill.ts";
import { expectBooksToBalance, expectEveryRowExplained } from "../billing/ledger.ts";
import { PLUS } from "../billing/payment-context.ts";
import { aPlan } from "../billing/plan.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";

const ZONE = "Europe/Moscow";
const TERMS = { free: aPlan({ messages: 5, everyDays: 1 }), timeZone: ZONE, secret: "s" };
const PAID = Date.parse("2026-06-01T09:00:00Z");
/** The first moment of 2032 in Moscow: what was paid in 2026 has been kept for five years after that year. */
const OVER = Date.parse("2031-12-31T21:00:00Z");
/** A year later. */
const LATER = Date.parse("2032-12-31T21:00:00Z");

/** A purchase of «Плюс» that was paid; its id. */
async function sold(db: Db, accountId: string, more: Partial<Insertable<PurchasesTable>> = {}) {
	const id = randomUUID();
	await db
		.insertInto("purchases")
		.values({
			...{ id, account_id: accountId, plan_key: PLUS.key, plan: JSON.stringify(PLUS), amount: 39_000 },
			...{ receipt_email: "payer@example.ru", method: "Карта •• 4477", gateway: "yookassa" as const },
			...{ gateway_id: `g-${id}`, confirmation_url: "https://pay.example.ru/", state: "paid" as const },
			...{ receipt_state: "succeeded" as const, created_at: PAID, ended_at: PAID, ...more },
		})
		.execute();
	return id;
}

/** A refund that was done in the year of the payment; its id. */
async function refunded(
	db: Db,
	accountId: string,
	purchaseId: string,
	more: Partial<Insertable<RefundsTable>> = {},
) {
	const id = randomUUID();
	await db
		.insertInto("refunds")
		.values({
			...{ id, purchase_id: purchaseId, account_id: accountId, amount: 10_000, gateway_id: `g-${id}` },
			...{ state: "done" as const, time_taken: DAY, created_at: PAID, ended_at: PAID, ...more },
		})
		.execute();
	return id;
}

/** The accounts of purchases, in their order. */
async function payersOf(db: Db, ids: readonly string[]): Promise<(string | undefined)[]> {
	const rows = await db.selectFrom("purchases").select(["id", "account_id"]).where("id", "in", ids).execute();
	const payers = new Map(rows.map((row) => [row.id, row.account_id]));
	return ids.map((id) => payers.get(id));
}

eachDatabase((openTestDb) => {
	test("a payer is forgotten five years after the year of the payment, by the operator's days", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const last = await sold(db, me, { ended_at: Date.parse("2026-12-31T20:59:59.999Z") });
		const first = await sold(db, me, { ended_at: Date.parse("2026-12-31T21:00:00Z") });
		await forgetOldPayments(db, ZONE, { now: OVER - 1 });
		expect(await payersOf(db, [last, first])).toEqual([me, me]);
		await forgetOldPayments(db, ZONE, { now: OVER });
		expect(await payersOf(db, [last, first])).toEqual([last, me]);
		await forgetOldPayments(db, ZONE, { now: LATER });
		expect(await payersOf(db, [last, first])).toEqual([last, first]);
	});

	test("sums, refunds, granted time and the ledger stay, and nothing leads to the person", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const plan = await sold(db, me, { renewal_id: "r", renewal_consent_id: "c" });
		await transact(db, (trx) => grantSubscription(trx, me, { plan: PLUS, purchaseId: plan }, PAID));
		await reserveMessage(db, me, "answer", PAID, TERMS);
		await settleMessage(db, "answer", PAID);
		const more = await sold(db, me, { messages: 5, state: "refunded" });
		await transact(db, (trx) => grantMessages(trx, me, { messages: 5, days: 30 }, more, PAID));
		const refund = await refunded(db, me, more, { time_taken: 2 });
		const bought = await db
			.updateTable("allowances")
			.set({ granted: 3 })
			.where("purchase_id", "=", more)
			.returning("id")
			.executeTakeFirstOrThrow();
		await db
			.insertInto("ledger")
			.values({
				...{ id: randomUUID(), account_id: me, allowance_id: bought.id, kind: "correct", reference: refund },
				...{ messages: -2, why: "возврат денег", at: PAID },
			})
			.execute();
		const canceled = await sold(db, me, { state: "canceled", reason: "card_expired" });
		await db
			.insertInto("renewals")
			.values({
				...{ id: "r", account_id: me, consent_id: "c", plan_key: PLUS.key, plan: JSON.stringify(PLUS) },
				...{ receipt_email: "payer@example.ru", state: "off", paid_until: PAID, purchase_id: plan },
				...{ created_at: PAID, changed_at: PAID },
			})
			.execute();
		const sums = await sumPurchases(db, {});
		await forgetOldPayments(db, ZONE, { now: OVER });

		expect(await sumPurchases(db, {})).toEqual(sums);
		expect(await payersOf(db, [plan, more, canceled])).toEqual([plan, more, canceled]);
		const story = await readStory(db, plan);
		expect(story?.purchase).toMatchObject({ amount: 39_000, state: "paid", receipt_email: "", method: null });
		expect(story?.subscription).toMatchObject({ starts_at: PAID, ends_at: PAID + 30 * DAY });
		expect((await readStory(db, more))?.refunds).toMatchObject([{ amount: 10_000, state: "done" }]);
		await expectBooksToBalance(db, me);
		await expectEveryRowExplained(db, me);
		expect(await Array.fromAsync(paymentsData.read(db, me))).toEqual([]);

		const payments = await Promise.all(
			(["purchases", "refunds", "subscriptions"] as const).map((table) =>
				db.selectFrom(table).selectAll().execute(),
			),
		);
		expect(payments.map((rows) => rows.length)).toEqual([3, 1, 1]);
		expect(JSON.stringify(payments)).not.toMatch(new RegExp(`${me}|payer@|Карта|"g-|pay\\.example|"r"|"c"`));
		const own = await Promise.all(
			(["allowances", "ledger", "renewals"] as const).map((table) =>
				db.selectFrom(table).selectAll().where("account_id", "=", me).execute(),
			),
		);
		// The plan's and the bought ones, and what they explain themselves by.
		expect(own.map((rows) => rows.length)).toEqual([2, 5, 1]);
		const ids = payments.flatMap((rows) => rows.map(({ id }) => id));
		expect(JSON.stringify(own)).not.toMatch(new RegExp(ids.join("|")));
		// Once more, there is nothing to do.
		await forgetOldPayments(db, ZONE, { now: OVER });
		expect(await sumPurchases(db, {})).toEqual(sums);
	});

	test("what has no end, was refunded in a later year, is owed or lasts, waits", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const waiting = await sold(db, me, { state: "waiting", ended_at: null });
		const refunding = await sold(db, me);
		await refunded(db, me, refunding, { state: "started", ended_at: null });
		const owed = await sold(db, me);
		await refunded(db, me, owed, { state: "refused", time_taken: 0 });
		const late = await sold(db, me, { state: "refunded" });
		await refunded(db, me, late, { ended_at: Date.parse("2027-01-05T09:00:00Z") });
		const lasting = await sold(db, me);
		await transact(db, (trx) => grantSubscription(trx, me, { plan: PLUS, purchaseId: lasting }, PAID));
		await db
			.updateTable("subscriptions")
			.set({ ends_at: OVER + DAY })
			.execute();
		const asked = await sold(db, me, { messages: 5 });
		await transact(db, (trx) => grantMessages(trx, me, { messages: 5, days: 9_999 }, asked, PAID));
		await db
			.updateTable("allowances")
			.set({ ends_at: OVER + DAY })
			.execute();
		const all = [waiting, refunding, owed, late, lasting, asked];
		await forgetOldPayments(db, ZONE, { now: OVER });
		expect(await payersOf(db, all)).toEqual(all.map(() => me));
		await forgetOldPayments(db, ZONE, { now: LATER });
		expect(await payersOf(db, all)).toEqual([me, me, me, late, lasting, asked]);
	});

	test("a paid bill loses its buyer and who has used its codes, and keeps its number and its sum", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { bill } = await paidBill(db, me, PAID);
		const returned = await paidBill(db, me, PAID);
		await db
			.updateTable("bills")
			.set({ returned: 39_000, returned_at: Date.parse("2027-01-05T09:00:00Z") })
			.where("id", "=", returned.bill.id)
			.execute();
		const open = await orderBill(db, me, PAID);
		await db.updateTable("activation_codes").set({ used_by: me, used_at: PAID }).execute();
		await forgetOldPayments(db, ZONE, { now: OVER });
		const bills = await db
			.selectFrom("bills")
			.select(["number", "account_id", "inn", "kpp", "organisation", "amount", "state"])
			.orderBy("number")
			.execute();
		const whole = { account_id: me, inn: bill.inn, kpp: bill.kpp, organisation: bill.organisation };
		const rest = { amount: bill.amount };
		expect(bills.map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
			{ number: 1, account_id: bill.id, inn: "", kpp: null, organisation: "", ...rest, state: "paid" },
			{ number: 2, ...whole, ...rest, state: "paid" },
			{ number: 3, ...whole, ...rest, state: "open" },
		]);
		const used = await db
			.selectFrom("activation_codes")
			.select(["bill_id", "used_by", "used_at"])
			.orderBy("number")
			.limit(2)
			.execute();
		expect(used).toHaveLength(2);
		expect(used).toEqual(
			expect.arrayContaining([
				{ bill_id: bill.id, used_by: null, used_at: PAID },
				{ bill_id: returned.bill.id, used_by: me, used_at: PAID },
			]),
		);
		expect(open.number).toBe(3);
		expect(await orderBill(db, me, OVER)).toMatchObject({ number: 4 });
	});

	test("more than a batch is done in one run, by two servers at once too", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		for (let i = 0; i < 120; i++) await sold(db, me);
		const run = () => forgetOldPayments(db, ZONE, { now: OVER });
		await Promise.all([run(), run()]);
		const left = await db.selectFrom("purchases").select("id").where("account_id", "=", me).execute();
		expect(left).toEqual([]);
		expect(await sumPurchases(db, {})).toMatchObject({ count: 120, sum: 120 * 39_000 });
	});
});
