import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Gateway } from "../../app/billing/gateways/gateway.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../app/billing/plans/plan-in-force.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { type FakeYookassa, startFakeYookassa, type Trouble } from "../support/fakes/fake-yookassa.ts";
import { checkoutInput } from "./payment-context.ts";
import {
	type Buyer,
	buyer,
	calls,
	checkDue,
	expectMoneyAndGrantToAgree,
	HOUR,
	MINUTE,
	NOON,
} from "./shop.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
beforeEach(() => {
	yookassa.requests.length = 0;
});
afterAll(() => yookassa.stop());

class Crash extends Error {}

/** What leaves the outcome of a creation unknown, also after the client's one repeat where it makes one. */
const UNCLEAR: [string, Trouble[]][] = [
	["500, and again", [{ how: "500" }, { how: "500" }]],
	["500 although it was done", [{ how: "500-done" }, { how: "500" }]],
	["no answer in time", [{ how: "hangs" }]],
	["no answer in time although it was done", [{ how: "hangs-done" }]],
	["a broken line", [{ how: "breaks" }]],
	["a broken line although it was done", [{ how: "breaks-done" }]],
	["202", [{ how: "202", retryAfter: 60_000 }]],
	["202 although it was done", [{ how: "202-done", retryAfter: 60_000 }]],
	["too many requests", [{ how: "429" }, { how: "429" }]],
	["a page instead of an answer", [{ how: "no-json-done" }]],
];
const created = () => calls(yookassa, "POST", /^\/payments$/);

eachDatabase((openTestDb) => {
	test.each(UNCLEAR)("an unknown outcome is looked into with the same key: %s", async (_name, troubles) => {
		const db = await openTestDb();
		yookassa.trouble("POST /payments", ...troubles);
		const { id, started, settle, clock, payment, row } = await buyer(db, yookassa);
		expect(started).toEqual({ outcome: "see" });
		expect(await row()).toMatchObject({ state: "started", gateway_id: null });
		// On a busy machine the client has no time left for its repeat.
		yookassa.forgetTroubles();
		const before = created().length;
		// Whoever reloads the page sees «Платёж проверяется» and does not make it more often.
		for (let i = 0; i < 3; i++) expect(await settle(NOON + i * 1_000)).toEqual({ outcome: "checking" });
		await clock(NOON + 59_000);
		expect(created().length).toBe(before);
		await clock(NOON + MINUTE);
		expect(created().length).toBe(before + 1);
		expect(new Set(created().map(({ headers }) => headers["idempotence-key"]))).toEqual(new Set([id]));
		expect(new Set(created().map(({ body }) => body)).size).toBe(1);
		expect(await row()).toMatchObject({ state: "waiting", gateway_id: payment().id });
		yookassa.pay(payment().id);
		expect(await settle(NOON + 2 * MINUTE)).toEqual({ outcome: "paid" });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("202 says when to come again", async () => {
		const db = await openTestDb();
		yookassa.trouble("POST /payments", { how: "202", retryAfter: 3_000 }, { how: "202", retryAfter: 90_000 });
		const { settle, row } = await buyer(db, yookassa);
		expect(await settle(NOON + 2_999)).toEqual({ outcome: "checking" });
		expect(await settle(NOON + 3_000)).toEqual({ outcome: "checking" });
		expect(await row()).toMatchObject({ state: "started", check_at: NOON + 93_000 });
		expect(await settle(NOON + 93_000)).toEqual({ outcome: "waiting" });
	});

	test("after an hour without an answer the purchase has run out: nobody can have paid it", async () => {
		const db = await openTestDb();
		const minutes = Array.from({ length: 200 }, (): Trouble => ({ how: "202", retryAfter: 60_000 }));
		yookassa.trouble("POST /payments", ...minutes);
		const { clock, row } = await buyer(db, yookassa);
		for (let at = NOON; at <= NOON + HOUR; at += MINUTE) await clock(at);
		expect(await row()).toMatchObject({ state: "expired", check_at: null });
		const asked = created().length;
		await clock(NOON + 5 * HOUR);
		expect(created().length).toBe(asked);
		yookassa.forgetTroubles();
	});

	test.each(["401", "403", "400"] as const)("a gateway that refuses us ends it at once: %s", async (how) => {
		const db = await openTestDb();
		yookassa.trouble("POST /payments", { how });
		const { paymentContext, started, settle, row } = await buyer(db, yookassa);
		expect(started).toEqual({ outcome: "failed" });
		expect(await row()).toMatchObject({ state: "canceled", reason: "misconfigured", check_at: null });
		expect(await settle()).toEqual({ outcome: "canceled" });
		expect(paymentContext.logged.join()).toMatch(/не принимает наши заказы/);
		expect(paymentContext.logged.join()).not.toMatch(/test_a-key|anna@/);
	});

	describe("a crash", () => {
		test("between creating and storing is made up for by the clock, with the same key", async () => {
			const db = await openTestDb();
			const { me, paymentContext, clock } = await buyer(db, yookassa);
			const input = checkoutInput();
			const crashing: Gateway = {
				...paymentContext.gateway,
				create: async (order) => {
					await paymentContext.gateway.create(order);
					throw new Crash();
				},
			};
			await expect(
				startPayment(db, { ...paymentContext, gateway: crashing }, me, input, NOON),
			).rejects.toThrow(Crash);
			await clock(NOON + MINUTE);
			const { id } = yookassa.paymentOf(input.purchaseId);
			const row = await db
				.selectFrom("purchases")
				.selectAll()
				.where("id", "=", input.purchaseId)
				.executeTakeFirst();
			expect(row).toMatchObject({ state: "waiting", gateway_id: id });
			yookassa.pay(id);
			await clock(NOON + HOUR);
			expect(await planInForce(db, me, NOON + HOUR)).toMatchObject({ plan: { key: "plus-month" } });
			await expectMoneyAndGrantToAgree(db, yookassa);
		});

		test("before the gateway was called at all leaves no purchase behind that nobody looks after", async () => {
			const db = await openTestDb();
			const { me, paymentContext, clock } = await buyer(db, yookassa);
			const input = checkoutInput();
			const crashing: Gateway = { ...paymentContext.gateway, create: () => Promise.reject(new Crash()) };
			await expect(
				startPayment(db, { ...paymentContext, gateway: crashing }, me, input, NOON),
			).rejects.toThrow(Crash);
			await clock(NOON + MINUTE);
			expect(yookassa.paymentOf(input.purchaseId)).toMatchObject({ status: "pending" });
		});

		test("between charge and grant leaves neither or both: a scheduled job grants what was paid for", async () => {
			const db = await openTestDb();
			const { me, paymentContext, id, payment, clock, row } = await buyer(db, yookassa);
			yookassa.pay(payment().id);
			const mailer = { ...paymentContext.sender.mailer, sealKey: Buffer.alloc(1) };
			const crashing = { ...paymentContext, sender: { ...paymentContext.sender, mailer } };
			// The e-mail is the last thing in the transaction: everything before it must go back.
			await expect(settlePayment(db, crashing, id, NOON)).rejects.toThrow();
			expect(await row()).toMatchObject({ state: "waiting" });
			expect(await db.selectFrom("subscriptions").select("id").execute()).toEqual([]);
			await clock(NOON + HOUR);
			expect(await planInForce(db, me, NOON + HOUR)).toMatchObject({ plan: { key: "plus-month" } });
			await expectMoneyAndGrantToAgree(db, yookassa);
		});
	});

	test("one payment that cannot be settled keeps none of the others waiting", async () => {
		const db = await openTestDb();
		const buyers = [];
		for (let i = 0; i < 6; i++) buyers.push(await buyer(db, yookassa));
		for (const { payment } of buyers) yookassa.pay(payment().id);
		const [first] = buyers;
		const bad = buyers.slice(0, 5).map(({ payment }) => payment().id);
		const read: Gateway["read"] = async (id) => {
			if (bad.includes(id)) throw new Crash();
			return (first as Buyer).paymentContext.gateway.read(id);
		};
		const paymentContext = {
			...(first as Buyer).paymentContext,
			gateway: { ...(first as Buyer).paymentContext.gateway, read },
		};
		const round = checkDue(db, paymentContext, () => NOON + HOUR);
		await expect(round).rejects.toMatchObject({ errors: Array.from({ length: 5 }, () => expect.any(Crash)) });
		const states = await Promise.all(buyers.map(async ({ row }) => (await row()).state));
		expect(states.sort()).toEqual(["paid", ...Array(5).fill("waiting")]);
	});

	test("each payment of a slow round is asked about by the time of its turn", async () => {
		const db = await openTestDb();
		const buyers = [];
		for (let i = 0; i < 8; i++) buyers.push(await buyer(db, yookassa));
		const { paymentContext } = buyers[0] as Buyer;
		let now = NOON + HOUR;
		const gateway: Gateway = {
			...paymentContext.gateway,
			read: async (id) => {
				now += MINUTE;
				return paymentContext.gateway.read(id);
			},
		};
		await checkDue(db, { ...paymentContext, gateway }, () => now);
		const next = await Promise.all(buyers.map(async ({ row }) => (await row()).check_at ?? 0));
		// Half of its age after the question: by the time of the round's beginning all would be due at once.
		expect(new Set(next).size).toBeGreaterThan(1);
		expect(Math.max(...next)).toBeGreaterThan(NOON + HOUR + HOUR / 2);
	});

	test("who deleted the account while the bank was thinking gets the money back, and no plan", async () => {
		const db = await openTestDb();
		const { me, payment, settle, clock, row } = await buyer(db, yookassa);
		await db.updateTable("accounts").set({ state: "deleted", email: null }).where("id", "=", me).execute();
		yookassa.pay(payment().id);
		expect(await settle()).toEqual({ outcome: "paid" });
		// Nothing of the card is kept that the erasing of the account might have been too early for.
		expect(await row()).toMatchObject({ state: "paid", method: null });
		await clock(NOON + MINUTE);
		expect(await settle()).toEqual({ outcome: "refunded" });
		expect([...yookassa.refunds.values()].at(-1)).toMatchObject({
			payment_id: payment().id,
			amount: { value: "390.00" },
		});
		expect(await db.selectFrom("subscriptions").select("id").execute()).toEqual([]);
	});
});
