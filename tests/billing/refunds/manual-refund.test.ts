import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import { grantMessages } from "../../../app/billing/messages/bought-messages.server.ts";
import { grantSubscription } from "../../../app/billing/plans/subscriptions.server.ts";
import { needsManualRefund } from "../../../app/billing/refunds/manual-refund.server.ts";
import { listRefundable } from "../../../app/billing/refunds/refundable.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeYookassa, startFakeYookassa } from "../../support/fakes/fake-yookassa.ts";
import { PLUS } from "../payment-context.ts";
import { aPlan } from "../plan.ts";
import { type Buyer, NOON, payer } from "../shop.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
afterAll(() => yookassa.stop());

const PRO = aPlan({ messages: 60, everyDays: 30 }, { key: "pro-month", price: 99_000 });

eachDatabase((openTestDb) => {
	const buy = (db: Db, me: string, plan: typeof PLUS, now = NOON) =>
		payer(db, yookassa, { me, now, input: { plan, purchaseId: randomUUID() } });
	const given = (db: Db, me: string, plan: typeof PLUS, now = NOON) =>
		transact(db, (trx) => grantSubscription(trx, me, { plan, purchaseId: null, why: "подарок" }, now));
	/** What the pages refund, and whether something else is left. */
	const left = async (db: Db, { me, paymentContext }: Pick<Buyer, "me" | "paymentContext">, now = NOON) => [
		(await listRefundable(db, paymentContext, me, now)).length,
		await needsManualRefund(db, paymentContext, me, now),
	];

	test("time of one plan that went into another is left after the refund of that one, until it is used", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const plus = await buy(db, me, PLUS);
		expect(await left(db, plus)).toEqual([1, false]);
		await buy(db, me, PLUS);
		expect(await left(db, plus)).toEqual([2, false]);
		const pro = await buy(db, me, PRO);
		expect(await left(db, pro)).toEqual([1, true]);
		// The converted days come first: after them all that is left is the purchase's own.
		expect(await left(db, pro, NOON + 24 * DAY)).toEqual([1, false]);
		expect(await pro.refund(NOON)).toEqual({ outcome: "done" });
		expect(await left(db, pro)).toEqual([0, true]);
		expect(await left(db, pro, NOON + 24 * DAY)).toEqual([0, false]);
		// It goes on into a gift, too.
		await given(db, me, PLUS, NOON + DAY);
		expect(await left(db, pro, NOON + DAY)).toEqual([0, true]);
	});

	test("nothing is left of a gift that was converted, nor after the refund of a plan bought alone", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await given(db, me, PLUS);
		const pro = await buy(db, me, PRO);
		expect(await left(db, pro)).toEqual([1, false]);
		await pro.refund(NOON);
		expect(await left(db, pro)).toEqual([0, false]);
	});

	test("with payments off, or another gateway, what was paid is left, a plan or messages", async () => {
		const db = await openTestDb();
		const { me, paymentContext, refund, id } = await payer(db, yookassa);
		const sandbox = { gateway: sandboxGateway(db, "http://localhost:1") };
		for (const context of [null, sandbox]) expect(await needsManualRefund(db, context, me, NOON)).toBe(true);
		expect(await needsManualRefund(db, null, me, NOON + 30 * DAY)).toBe(false);
		await refund(NOON);
		expect(await needsManualRefund(db, null, me, NOON)).toBe(false);
		const pack = { ...aPlan({ messages: 0, everyDays: 1 }), messages: 100, days: 30 };
		const bought = randomUUID();
		const paid = await db.selectFrom("purchases").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		const row = { ...paid, id: bought, gateway_id: null, state: "paid" as const, messages: 100 };
		await db.insertInto("purchases").values(row).execute();
		await transact(db, (trx) => grantMessages(trx, me, pack, bought, NOON));
		expect(await left(db, { me, paymentContext })).toEqual([1, false]);
		expect(await needsManualRefund(db, null, me, NOON)).toBe(true);
		await db.updateTable("allowances").set({ used: 100 }).where("purchase_id", "=", bought).execute();
		expect(await needsManualRefund(db, null, me, NOON)).toBe(false);
	});
});
