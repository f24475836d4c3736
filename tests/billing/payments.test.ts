import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../app/billing/plans/plan-in-force.server.ts";
import { readAllowance } from "../../app/billing/quota/allowance.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { type FakeYookassa, SECRET_KEY, SHOP_ID, startFakeYookassa } from "../support/fakes/fake-yookassa.ts";
import { checkoutInput, PLUS, renewing } from "./payment-context.ts";
import { buyer, calls, expectMoneyAndGrantToAgree, HOUR, MINUTE, NOON, payer } from "./shop.ts";

let yookassa: FakeYookassa;
beforeAll(async () => {
	yookassa = await startFakeYookassa();
});
beforeEach(() => {
	Object.assign(yookassa.scripted, { test: false, needsReceipt: false, refunds: "succeeded" });
	yookassa.requests.length = 0;
});
afterAll(() => yookassa.stop());

/** One of each group of people's words, and one that nobody knows. */
const REASONS = [
	"general_decline",
	"insufficient_funds",
	"invalid_csc",
	"expired_on_confirmation",
	"internal_timeout",
	"new_one",
];
const RECEIPTS = { vatCode: 1, taxSystem: 2, subject: "service", mode: "full_payment" };

eachDatabase((openTestDb) => {
	test("a long name of a plan is cut between its signs: the gateway gets no half of an emoji", async () => {
		const db = await openTestDb();
		const title = `${"П".repeat(119)}😀${"П".repeat(20)}`;
		await buyer(db, yookassa, { input: { plan: { ...PLUS, title } } });
		const [request] = calls(yookassa, "POST", /^\/payments$/);
		expect(JSON.parse(request?.body ?? "").description).toBe(`Тариф «${"П".repeat(119)}…`);
	});

	test("an order says everything that matters, and a paid one gives the plan", async () => {
		const db = await openTestDb();
		const { me, id, started, payment, settle, row } = await buyer(db, yookassa);
		expect(started).toEqual({ outcome: "pay", address: `${yookassa.url}/checkout?orderId=${payment().id}` });
		const [request] = calls(yookassa, "POST", /^\/payments$/);
		expect(request?.headers["idempotence-key"]).toBe(id);
		expect(request?.headers.authorization).toBe(`Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`);
		expect(JSON.parse(request?.body ?? "")).toEqual({
			amount: { value: "390.00", currency: "RUB" },
			capture: true,
			confirmation: {
				type: "redirect",
				return_url: `https://chat.example.ru/payment/success?payment=${id}`,
				locale: "ru_RU",
			},
			description: "Тариф «Плюс», 30 дней. Собеседник",
			metadata: { order_id: id },
		});
		expect(await settle()).toEqual({ outcome: "waiting" });
		yookassa.pay(payment().id);
		expect(await settle(NOON + MINUTE)).toEqual({ outcome: "paid" });
		expect(await row()).toMatchObject({ state: "paid", method: "Карта ••\u00a04477", check_at: null });
		expect(await planInForce(db, me, NOON + MINUTE)).toMatchObject({ until: NOON + MINUTE + 30 * DAY });
		expect(await readAllowance(db, me, NOON + MINUTE)).toMatchObject({ left: 1_500, used: 0, reserved: 0 });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test.each(REASONS)("a refusal is kept with its reason and gives nothing: %s", async (reason) => {
		const db = await openTestDb();
		const { me, payment, settle, row } = await buyer(db, yookassa);
		yookassa.refuse(payment().id, reason);
		expect(await settle()).toEqual({ outcome: "canceled" });
		expect(await row()).toMatchObject({ state: "canceled", reason, check_at: null });
		expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
		yookassa.requests.length = 0;
		expect(await settle()).toEqual({ outcome: "canceled" });
		expect(yookassa.requests).toEqual([]);
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("who never pays has run out after two hours, and money that comes later still counts", async () => {
		const db = await openTestDb();
		const { me, payment, clock, row, notify } = await buyer(db, yookassa);
		for (let at = NOON; at < NOON + 2 * HOUR; at += MINUTE) await clock(at);
		expect(await row()).toMatchObject({ state: "waiting" });
		// Half its age again each time: few questions, and soon at first.
		expect(calls(yookassa, "GET", /^\/payments\//).length).toBeLessThan(15);
		await clock(NOON + 3 * HOUR);
		expect(await row()).toMatchObject({ state: "expired" });
		yookassa.pay(payment().id);
		expect(await notify("payment.succeeded", payment(), NOON + 90 * HOUR)).toBe("handled");
		expect(await planInForce(db, me, NOON + 90 * HOUR)).toMatchObject({ plan: { key: "plus-month" } });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("the scheduled job stops asking after three days, and the row shows it", async () => {
		const db = await openTestDb();
		const { clock, row } = await buyer(db, yookassa);
		for (let at = NOON; at < NOON + 90 * HOUR; at += 10 * MINUTE) await clock(at);
		expect(await row()).toMatchObject({ state: "expired", check_at: null });
		expect((await row()).checks).toBeLessThan(25);
	});

	test("what is paid with test money or is not what was ordered never grants on a live installation", async () => {
		const db = await openTestDb();
		const alterations = [
			{ test: true },
			{ amount: { value: "3.90", currency: "RUB" } },
			{ amount: { value: "390.00", currency: "KZT" } },
			{ amount: { value: "390,00 ", currency: "RUB" } },
			{ metadata: { order_id: crypto.randomUUID() } },
		];
		for (const altered of alterations) {
			const { me, paymentContext, payment, settle, clock, row } = await buyer(db, yookassa);
			const { id } = payment();
			yookassa.pay(id);
			yookassa.change(id, altered);
			expect(await settle()).toEqual({ outcome: "canceled" });
			expect((await row()).reason).toBe("test" in altered ? "test_payment" : "mismatch");
			expect(paymentContext.logged.join()).toMatch(/разберитесь/);
			await clock(NOON + DAY);
			expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
			yookassa.change(id, { status: "canceled" });
		}
		expect(await db.selectFrom("letters").select("id").execute()).toEqual([]);
	});

	test("a trial takes test money; a mended mismatch is applied when asked again", async () => {
		const db = await openTestDb();
		yookassa.scripted.test = true;
		await payer(db, yookassa, { paymentContext: { takesTestMoney: true } });
		const { paymentContext, payment, settle } = await buyer(db, yookassa);
		yookassa.pay(payment().id);
		expect(await settle()).toEqual({ outcome: "canceled" });
		paymentContext.takesTestMoney = true;
		expect(await settle()).toEqual({ outcome: "paid" });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	test("receipts go with the order by the operator's settings, and are asked about until they are made", async () => {
		const db = await openTestDb();
		yookassa.scripted.needsReceipt = true;
		const without = await buyer(db, yookassa);
		expect(without.started).toEqual({ outcome: "failed" });
		const { payment, settle, clock, row } = await buyer(db, yookassa, { settings: { receipts: RECEIPTS } });
		const body = JSON.parse(calls(yookassa, "POST", /^\/payments$/).at(-1)?.body ?? "");
		expect(body.receipt).toEqual({
			customer: { email: "anna@example.ru" },
			tax_system_code: 2,
			items: [
				{
					description: "Тариф «Плюс», 30 дней. Собеседник",
					quantity: 1,
					amount: { value: "390.00", currency: "RUB" },
					vat_code: 1,
					payment_subject: "service",
					payment_mode: "full_payment",
					measure: "piece",
				},
			],
		});
		yookassa.pay(payment().id);
		expect(await settle()).toEqual({ outcome: "paid" });
		expect(await row()).toMatchObject({ receipt_state: "pending" });
		yookassa.change(payment().id, { receipt_registration: "succeeded" });
		await clock(NOON + HOUR);
		expect(await row()).toMatchObject({ receipt_state: "succeeded", check_at: null });
		await expectMoneyAndGrantToAgree(db, yookassa);
	});

	describe("the checkout", () => {
		test("refuses what is no address, an id that is taken or none, and a twenty-first try in an hour", async () => {
			const db = await openTestDb();
			const { me, paymentContext, input } = await buyer(db, yookassa);
			const start = (more: object, who = me, at = NOON) =>
				startPayment(db, paymentContext, who, { ...checkoutInput(), ...more }, at);
			expect(await start({ receiptEmail: "anna@" })).toEqual({ outcome: "invalid-email" });
			expect(await start({ purchaseId: "../me" })).toEqual({ outcome: "id-taken" });
			expect(await start(input, await somebody(db))).toEqual({ outcome: "id-taken" });
			expect(await start({ ...input, plan: { ...input.plan, key: "pro-month" } })).toEqual({
				outcome: "id-taken",
			});
			for (let i = 0; i < 19; i++) expect(await start({})).toMatchObject({ outcome: "pay" });
			expect(await start({})).toMatchObject({ outcome: "too-many" });
			expect(await start(input)).toMatchObject({ outcome: "pay" });
			expect(await start({}, me, NOON + HOUR + 1)).toMatchObject({ outcome: "pay" });
		});

		test("begins no more than twenty in an hour, also of those that come at the same moment", async () => {
			const db = await openTestDb();
			const { me, paymentContext } = await buyer(db, yookassa);
			const start = () => startPayment(db, paymentContext, me, checkoutInput(), NOON);
			const outcomes = (await Promise.all(Array.from({ length: 30 }, start))).map(({ outcome }) => outcome);
			expect(outcomes.sort()).toEqual([...Array(19).fill("pay"), ...Array(11).fill("too-many")]);
			expect(await db.selectFrom("purchases").select("id").execute()).toHaveLength(20);
		});

		test("a form that was corrected after its first press is not taken for that press", async () => {
			const db = await openTestDb();
			const { me, paymentContext } = await buyer(db, yookassa, { paymentContext: renewing() });
			const input = checkoutInput();
			const client = { ip: "192.0.2.7", userAgent: "Browser 1" };
			const start = (more: object) => startPayment(db, paymentContext, me, { ...input, ...more }, NOON);
			const first = await start({ renewalAgreedBy: client });
			expect(first).toMatchObject({ outcome: "pay" });
			expect(await start({})).toEqual({ outcome: "id-taken" });
			expect(await start({ renewalAgreedBy: client, receiptEmail: "buh@example.ru" })).toEqual({
				outcome: "id-taken",
			});
			expect(await start({ renewalAgreedBy: client, receiptEmail: " anna@example.ru" })).toEqual(first);
			const { id } = yookassa.paymentOf(input.purchaseId);
			yookassa.pay(id);
			expect(await settlePayment(db, paymentContext, input.purchaseId, NOON)).toEqual({ outcome: "paid" });
			// What has ended is shown, whatever the form says.
			expect(await start({})).toEqual({ outcome: "see" });
			// The box that is ticked only the second time is not lost either.
			const once = checkoutInput();
			expect(await startPayment(db, paymentContext, me, once, NOON)).toMatchObject({ outcome: "pay" });
			const ticked = { ...once, renewalAgreedBy: client };
			expect(await startPayment(db, paymentContext, me, ticked, NOON)).toEqual({ outcome: "id-taken" });
		});

		test("begins nothing under another edition of the offer than the form showed, and goes on with what was begun", async () => {
			const db = await openTestDb();
			const { me, paymentContext, input, started } = await buyer(db, yookassa);
			const start = (more: object) => startPayment(db, paymentContext, me, { ...input, ...more }, NOON);
			const fresh = { ...checkoutInput(), offerVersion: "2026-12-01" };
			expect(await start({ ...fresh, shownOffer: "2026-11-21" })).toEqual({ outcome: "offer-changed" });
			expect(await start({ offerVersion: "2026-12-01", shownOffer: "2026-11-21" })).toEqual(started);
			expect(await db.selectFrom("purchases").select("offer_version").execute()).toEqual([
				{ offer_version: "2026-11-21" },
			]);
			expect(await start({ ...fresh, shownOffer: "2026-12-01" })).toMatchObject({ outcome: "pay" });
		});

		test("a form sent twice at the same moment is one payment, and both lead to it", async () => {
			const db = await openTestDb();
			const { me, paymentContext } = await buyer(db, yookassa);
			const input = checkoutInput();
			const both = await Promise.all([1, 2].map(() => startPayment(db, paymentContext, me, input, NOON)));
			const address = `${yookassa.url}/checkout?orderId=${yookassa.paymentOf(input.purchaseId).id}`;
			expect(both).toEqual([
				{ outcome: "pay", address },
				{ outcome: "pay", address },
			]);
		});
	});
});
