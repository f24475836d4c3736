import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { handleWebhook } from "../../app/billing/payments/handle-webhook.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../app/billing/plans/plan-in-force.server.ts";
import { readAllowance } from "../../app/billing/quota/allowance.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { countQueries } from "../support/database/counted-db.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { type FakeYookassa, startFakeYookassa } from "../support/fakes/fake-yookassa.ts";
import { checkoutInput } from "./payment-context.ts";
import { buyer, calls, checkDue, expectMoneyAndGrantToAgree, HOUR, MINUTE, NOON, payer } from "./shop.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
beforeEach(() => {
	yookassa.requests.length = 0;
	yookassa.forgetTroubles();
});
afterAll(() => yookassa.stop());

eachDatabase((openTestDb) => {
	test("a notification settles, and the same again, early ones and late ones change nothing", async () => {
		const db = await openTestDb();
		const { me, payment, notify } = await buyer(db, yookassa);
		expect(await notify("payment.waiting_for_capture")).toBe("handled");
		yookassa.pay(payment().id);
		for (let i = 0; i < 3; i++) expect(await notify("payment.succeeded")).toBe("handled");
		// What was sent first may come last, and the body need not agree with its event.
		const stale = { ...payment(), status: "pending", paid: false };
		expect(await notify("payment.waiting_for_capture", stale)).toBe("handled");
		expect(await notify("payment.canceled", { ...payment(), status: "canceled" })).toBe("handled");
		expect(await notify("refund.succeeded", { id: randomUUID(), payment_id: payment().id })).toBe("handled");
		expect(await planInForce(db, me, NOON)).toMatchObject({ until: NOON + 30 * DAY });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("an end that has come, comes again without a question to the gateway", async () => {
		const db = await openTestDb();
		const { notify } = await payer(db, yookassa);
		yookassa.requests.length = 0;
		for (let i = 0; i < 5; i++) expect(await notify("payment.succeeded")).toBe("handled");
		expect(yookassa.requests).toEqual([]);
	});

	describe("check 55: a forged notification", () => {
		test("gives nothing: everything is asked of the gateway", async () => {
			const db = await openTestDb();
			const { me, payment, notify, row } = await buyer(db, yookassa);
			const lies = [
				{ ...payment(), status: "succeeded", paid: true },
				{ ...payment(), status: "succeeded", paid: true, amount: { value: "0.01", currency: "RUB" } },
				{ ...payment(), status: "succeeded", metadata: { order_id: randomUUID(), account_id: me } },
				{ id: randomUUID(), status: "succeeded", paid: true, amount: { value: "390.00", currency: "RUB" } },
				{ id: "../refunds", status: "succeeded" },
				{ id: `${payment().id}?x=`, status: "succeeded" },
			];
			for (const lie of lies) expect(await notify("payment.succeeded", lie)).toBe("handled");
			expect(await notify("refund.succeeded", { id: "1", payment_id: payment().id })).toBe("handled");
			expect(await row()).toMatchObject({ state: "waiting" });
			expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
			await expectMoneyAndGrantToAgree(db, yookassa);
		});

		test("about somebody's canceled payment does not revive it, nor take a paid one away", async () => {
			const db = await openTestDb();
			const canceled = await buyer(db, yookassa);
			yookassa.refuse(canceled.payment().id, "general_decline");
			await canceled.settle();
			expect(await canceled.notify("payment.succeeded", { ...canceled.payment(), status: "succeeded" })).toBe(
				"handled",
			);
			expect(await planInForce(db, canceled.me, NOON)).toMatchObject({ source: "free" });
			const paid = await payer(db, yookassa);
			await paid.notify("payment.canceled", { ...paid.payment(), status: "canceled" });
			await paid.notify("refund.succeeded", { id: "1", payment_id: paid.payment().id });
			expect(await paid.row()).toMatchObject({ state: "paid" });
			await expectMoneyAndGrantToAgree(db, yookassa);
		});

		test.each([
			"",
			"null",
			"[]",
			"{",
			"<xml/>",
			'{"event":"payment.succeeded"}',
			'{"event":"payment.succeeded","object":{"id":5}}',
			'{"event":"payout.succeeded","object":{"id":"x"}}',
			'{"event":"payment.succeeded","object":{"id":"00000000-0000-0000-0000-000000000000"}}',
			`{"event":"payment.succeeded","object":{"id":"${"x".repeat(100_000)}"}}`,
			"[".repeat(100_000),
		])("is taken without a question to the gateway: %.60s", async (body) => {
			const db = await openTestDb();
			const { paymentContext } = await buyer(db, yookassa);
			yookassa.requests.length = 0;
			expect(await handleWebhook(db, paymentContext, body, NOON)).toBe("handled");
			expect(yookassa.requests).toEqual([]);
		});
	});

	test("when the gateway cannot be asked it is to call again, and then it is handled", async () => {
		const db = await openTestDb();
		const { me, payment, notify, settle } = await buyer(db, yookassa);
		yookassa.pay(payment().id);
		const ask = (...list: Parameters<FakeYookassa["trouble"]>[1][]) =>
			yookassa.trouble("GET /payments", ...list);
		ask({ how: "500" });
		expect(await notify("payment.succeeded")).toBe("not-now");
		ask({ how: "breaks" });
		expect(await settle()).toEqual({ outcome: "checking" });
		ask({ how: "401" });
		expect(await notify("payment.succeeded")).toBe("not-now");
		expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
		expect(await notify("payment.succeeded")).toBe("handled");
		expect(await planInForce(db, me, NOON)).toMatchObject({ plan: { key: "plus-month" } });
	});

	describe("the gateway is asked twenty times at once about one payment, then once in three seconds", () => {
		const MANY = 200;
		const asked = (path: RegExp) => calls(yookassa, "GET", path).length;

		test("however often its unpaid order is notified of and looked at", async () => {
			const db = await openTestDb();
			const { id, paymentContext, payment, notify, row } = await buyer(db, yookassa);
			const heard: string[] = [];
			for (let i = 0; i < MANY; i++) {
				heard.push(await notify("payment.succeeded", payment(), NOON + 5 * i));
				await settlePayment(db, paymentContext, id, NOON + 5 * i, { isThrottled: true });
			}
			expect(asked(/^\/payments\//)).toBe(20);
			expect(heard.filter((answer) => answer === "handled")).toHaveLength(10);
			// ЮKassa is to call again.
			expect(heard.at(-1)).toBe("not-now");
			yookassa.pay(payment().id);
			expect(await notify("payment.succeeded", payment(), NOON + 4_000)).toBe("handled");
			expect(await row()).toMatchObject({ state: "paid" });
		});

		test("its job asks all the same", async () => {
			const db = await openTestDb();
			const { payment, notify, clock, row } = await buyer(db, yookassa);
			const at = NOON + HOUR;
			for (let i = 0; i < 30; i++) await notify("payment.succeeded", payment(), at);
			yookassa.pay(payment().id);
			expect(await notify("payment.succeeded", payment(), at)).toBe("not-now");
			await clock(at);
			expect(await row()).toMatchObject({ state: "paid" });
		});

		test("and a hundred times for one account, whatever it has ordered", async () => {
			const db = await openTestDb();
			const { me, paymentContext } = await buyer(db, yookassa);
			for (let orders = 1; orders < 6; orders++) {
				const { notify } = await buyer(db, yookassa, { me, paymentContext });
				for (let i = 0; i < 25; i++) await notify("payment.succeeded");
			}
			expect(asked(/^\/payments\//)).toBe(100);
			const { payment, notify } = await buyer(db, yookassa, { me, paymentContext });
			expect(await notify("payment.succeeded")).toBe("not-now");
			expect(await notify("payment.succeeded", payment(), NOON + 1_000)).toBe("handled");
		});

		test("also about a refund that the gateway is processing", async () => {
			const db = await openTestDb();
			const { refund, payment, notify } = await payer(db, yookassa);
			yookassa.scripted.refunds = "pending";
			onTestFinished(() => {
				yookassa.scripted.refunds = "succeeded";
			});
			expect(await refund(NOON)).toEqual({ outcome: "waiting" });
			for (let i = 0; i < MANY; i++)
				await notify("refund.succeeded", { id: randomUUID(), payment_id: payment().id });
			expect(asked(/^\/refunds/)).toBe(20);
		});

		test("also about payments that it does not know, while an order has none yet", async () => {
			const db = await openTestDb();
			yookassa.trouble("POST /payments", { how: "breaks" });
			const { paymentContext } = await buyer(db, yookassa);
			for (let i = 0; i < MANY; i++) {
				const body = yookassa.notification("payment.succeeded", { id: randomUUID() });
				await handleWebhook(db, paymentContext, body, NOON);
			}
			expect(asked(/^\/payments\//)).toBe(20);
		});

		test("also by a form that is sent again while its payment is not made", async () => {
			const db = await openTestDb();
			yookassa.trouble("POST /payments", ...Array(MANY).fill({ how: "breaks" }));
			const { me, paymentContext, input } = await buyer(db, yookassa);
			for (let i = 0; i < MANY; i++)
				expect(await startPayment(db, paymentContext, me, input, NOON)).toEqual({ outcome: "see" });
			expect(calls(yookassa, "POST", /^\/payments$/)).toHaveLength(21);
		});
	});

	test("one that comes before our own answer is recognised by the order, and the answer takes nothing back", async () => {
		const db = await openTestDb();
		const { me, paymentContext } = await buyer(db, yookassa);
		const input = checkoutInput();
		yookassa.trouble("POST /payments", { how: "slow", ms: 300 });
		const starting = startPayment(db, paymentContext, me, input, NOON);
		await expect.poll(() => [...yookassa.payments.values()].length, { interval: 5 }).toBeGreaterThan(0);
		await expect.poll(() => orders().includes(input.purchaseId), { interval: 5 }).toBe(true);
		const { id } = yookassa.paymentOf(input.purchaseId);
		yookassa.pay(id);
		const body = yookassa.notification("payment.succeeded", { id });
		expect(await handleWebhook(db, paymentContext, body, NOON)).toBe("handled");
		expect(await planInForce(db, me, NOON)).toMatchObject({ plan: { key: "plus-month" } });
		await starting;
		expect(await settlePayment(db, paymentContext, input.purchaseId, NOON + MINUTE)).toEqual({
			outcome: "paid",
		});
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("one about a purchase that ran out without an answer is honoured", async () => {
		const db = await openTestDb();
		yookassa.trouble("POST /payments", { how: "breaks-done" });
		const { me, id, clock, notify, row } = await buyer(db, yookassa);
		await db
			.updateTable("purchases")
			.set({ created_at: NOON - HOUR })
			.where("id", "=", id)
			.execute();
		await clock(NOON + MINUTE);
		expect(await row()).toMatchObject({ state: "expired", gateway_id: null });
		yookassa.pay(yookassa.paymentOf(id).id);
		expect(await notify("payment.succeeded", yookassa.paymentOf(id), NOON + 2 * MINUTE)).toBe("handled");
		expect(await planInForce(db, me, NOON + 2 * MINUTE)).toMatchObject({ plan: { key: "plus-month" } });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("check 56: fifty notifications, return pages and runs of the clock on two servers, a restart between: one grant", async () => {
		const db = await openTestDb();
		const { me, paymentContext, id, payment } = await buyer(db, yookassa);
		yookassa.pay(payment().id);
		const body = yookassa.notification("payment.succeeded", payment());
		const at = NOON + HOUR;
		const storm = async () => {
			const other = await openDatabase(urlOf(db));
			await Promise.all(
				Array.from({ length: 50 }, (_, i) => {
					const server = i % 2 === 0 ? db : other;
					if (i % 3 === 0) return handleWebhook(server, paymentContext, body, at);
					if (i % 3 === 1) return settlePayment(server, paymentContext, id, at);
					return checkDue(server, paymentContext, () => at);
				}),
			);
			await other.destroy();
		};
		await storm();
		await storm();
		await expectMoneyAndGrantToAgree(db, yookassa);
		expect(await planInForce(db, me, at)).toMatchObject({ until: at + 30 * DAY });
		const asked = await Promise.all(Array.from({ length: 10 }, () => readAllowance(db, me, at)));
		expect(new Set(asked.map(({ left }) => left))).toEqual(new Set([1_500]));
	});

	test("a payment is settled with the fewest statements: nothing is read or locked twice", async () => {
		const db = await openTestDb();
		const { id, paymentContext, payment } = await buyer(db, yookassa);
		yookassa.pay(payment().id);
		const watched = countQueries(db);
		expect(await settlePayment(watched.db, paymentContext, id, NOON)).toEqual({ outcome: "paid" });
		watched.stop();
		// The purchase, the account, the mark, the subscriptions, the new one, the renewal, the e-mail and its job.
		expect(watched.counts.queries).toBe(8);
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("purchases of one person that are settled at the same moment follow each other", async () => {
		const db = await openTestDb();
		const { me, paymentContext } = await buyer(db, yookassa);
		const ids: string[] = [];
		for (let i = 0; i < 8; i++) {
			const input = checkoutInput();
			await startPayment(db, paymentContext, me, input, NOON);
			yookassa.pay(yookassa.paymentOf(input.purchaseId).id);
			ids.push(input.purchaseId);
		}
		const settled = await Promise.all(ids.map((id) => settlePayment(db, paymentContext, id, NOON)));
		expect(settled).toEqual(ids.map(() => ({ outcome: "paid" })));
		expect(await planInForce(db, me, NOON)).toMatchObject({ paidUntil: NOON + 8 * 30 * DAY });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	const orders = () =>
		[...yookassa.payments.values()].map(({ metadata }) => (metadata as { order_id?: string }).order_id);
});
