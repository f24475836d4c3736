import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import type { CheckoutInput } from "../../../app/billing/payments/start-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { planInForce, readUnfinished } from "../../../app/billing/plans/plan-in-force.server.ts";
import { planPreviewOf, previewRefundOf } from "../../../app/billing/plans/subscriptions.server.ts";
import { checkPromoCode } from "../../../app/billing/promo-codes/check-promo-code.server.ts";
import { reserveMessage } from "../../../app/billing/quota/allowance.server.ts";
import { renewalOf } from "../../../app/billing/renewals/renewal.server.ts";
import { switchOffPromoCode } from "../../../app/billing/staff/promo-codes-as-staff.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { checkoutInput, PLUS, renewing } from "../payment-context.ts";
import { setUpShop } from "../renewals/set-up-shop.ts";
import { buyer, calls, expectMoneyAndGrantToAgree, HOUR, MINUTE, NOON, payer } from "../shop.ts";
import { makeCode, usedOf } from "./promo-code.ts";

const shop = setUpShop();
const RECEIPTS = { vatCode: 1, taxSystem: 2, subject: "service", mode: "full_payment" };
const WITH_CODE = { promo: { code: "ШКОЛА20", amount: 31_200 } };
const PRO = { ...PLUS, key: "pro-month", tier: "pro", title: "Про", price: 99_000 };

const buy = (db: Db, input: Partial<CheckoutInput> = WITH_CODE, more = {}) =>
	buyer(db, shop.yookassa, { input, ...more });
const lastOrder = () => JSON.parse(calls(shop.yookassa, "POST", /^\/payments$/).at(-1)?.body ?? "");

eachDatabase((openTestDb) => {
	test("the payment and its receipt are of the reduced sum, to the kopeck, and the plan is whole", async () => {
		const db = await openTestDb();
		await makeCode(db);
		const { me, payment, settle, row } = await buy(db, WITH_CODE, { settings: { receipts: RECEIPTS } });
		const order = lastOrder();
		expect(order.amount).toEqual({ value: "312.00", currency: "RUB" });
		expect(order.receipt.items).toMatchObject([{ quantity: 1, amount: { value: "312.00" } }]);
		expect(await row()).toMatchObject({ amount: 31_200, promo_code: "ШКОЛА20", promo_use: "held" });
		shop.yookassa.pay(payment().id);
		expect(await settle()).toEqual({ outcome: "paid" });
		expect(await planInForce(db, me, NOON)).toMatchObject({
			plan: { price: 39_000, quota: { messages: 1_500 } },
			until: NOON + 30 * DAY,
		});
		const letters = await db.selectFrom("letters").selectAll().execute();
		expect(letters).toHaveLength(1);
		expect(await usedOf(db)).toBe(1);
		await expectMoneyAndGrantToAgree(db, shop.yookassa);
	});

	test("days are added to the plan's, at its whole price, and said on the receipt", async () => {
		const db = await openTestDb();
		await makeCode(db, { code: "СПАСИБО", kind: "days", value: 14 });
		const { me, payment, settle } = await buy(
			db,
			{ promo: { code: "СПАСИБО", amount: 39_000 } },
			{ settings: { receipts: RECEIPTS } },
		);
		expect(lastOrder()).toMatchObject({
			amount: { value: "390.00" },
			description: "Тариф «Плюс», 44 дня. Собеседник",
		});
		shop.yookassa.pay(payment().id);
		await settle();
		expect(await planInForce(db, me, NOON)).toMatchObject({ until: NOON + 44 * DAY });
	});

	test("of twenty at once five get a code for five, and the others are asked for nothing", async () => {
		const db = await openTestDb();
		await makeCode(db, { maxUses: 5 });
		// Two servers.
		const beside = await openDatabase(urlOf(db));
		shop.yookassa.requests.length = 0;
		const begun = await Promise.all(Array.from({ length: 20 }, (_, i) => buy(i % 2 ? db : beside)));
		const outcomes = begun.map(({ started }) => started.outcome).sort();
		expect(outcomes).toEqual([...Array(5).fill("pay"), ...Array(15).fill("promo-changed")]);
		expect(await usedOf(db)).toBe(5);
		expect(calls(shop.yookassa, "POST", /^\/payments$/)).toHaveLength(5);
		expect(await db.selectFrom("purchases").select("id").execute()).toHaveLength(5);
		expect(await db.selectFrom("jobs").select("id").execute()).toHaveLength(5);
		await beside.destroy();
	});

	test("an account uses a code once, however many orders it begins at the same moment", async () => {
		const db = await openTestDb();
		await makeCode(db);
		const me = await somebody(db);
		const begun = await Promise.all(Array.from({ length: 6 }, () => buy(db, WITH_CODE, { me })));
		expect(begun.filter(({ started }) => started.outcome === "pay")).toHaveLength(1);
		const mine = begun.find(({ started }) => started.outcome === "pay");
		expect(await checkPromoCode(db, me, "школа20", PLUS, NOON)).toEqual({
			outcome: "ordered",
			purchaseId: mine?.id,
		});
		shop.yookassa.pay(mine?.payment().id ?? "");
		await mine?.settle();
		expect(await checkPromoCode(db, me, "ШКОЛА20", PLUS, NOON)).toEqual({ outcome: "used-by-you" });
		expect(await usedOf(db)).toBe(1);
	});

	test("the same form twice is one order and one use, also of the last", async () => {
		const db = await openTestDb();
		await makeCode(db, { maxUses: 1 });
		const me = await somebody(db);
		const input = { ...checkoutInput(), ...WITH_CODE };
		const { paymentContext } = await buyer(db, shop.yookassa);
		const start = () => startPayment(db, paymentContext, me, input, NOON);
		const [first, second] = await Promise.all([start(), start()]);
		const addresses = [first, second, await start()].filter(({ outcome }) => outcome === "pay");
		expect(addresses.length).toBeGreaterThanOrEqual(2);
		expect(await usedOf(db)).toBe(1);
		// The same order with another code, or without: an old form.
		expect(await startPayment(db, paymentContext, me, { ...input, promo: undefined }, NOON)).toEqual({
			outcome: "id-taken",
		});
	});

	test.each([
		["refused by the bank", "canceled"],
		["never paid", "expired"],
	])("an order that was %s gives its use back, once", async (_, end) => {
		const db = await openTestDb();
		await makeCode(db, { maxUses: 1 });
		const { me, payment, settle, clock, row } = await buy(db);
		const other = await somebody(db);
		expect(await checkPromoCode(db, other, "ШКОЛА20", PLUS, NOON)).toEqual({ outcome: "used-up" });
		if (end === "canceled") shop.yookassa.refuse(payment().id, "general_decline");
		await (end === "canceled" ? settle() : clock(NOON + 3 * HOUR));
		expect(await row()).toMatchObject({ state: end, promo_use: "returned" });
		expect(await usedOf(db)).toBe(0);
		// What the gateway says later gives nothing back a second time.
		shop.yookassa.refuse(payment().id, "expired_on_confirmation");
		await clock(NOON + 5 * HOUR);
		expect(await usedOf(db)).toBe(0);
		expect(await checkPromoCode(db, me, "ШКОЛА20", PLUS, NOON)).toMatchObject({ outcome: "fits" });
	});

	test("money that comes after the end is taken at its price, and counts, over the limit too", async () => {
		const db = await openTestDb();
		await makeCode(db, { maxUses: 1 });
		const { me, payment, clock, row, notify } = await buy(db);
		await clock(NOON + 3 * HOUR);
		const second = await buy(db, WITH_CODE, { now: NOON + 4 * HOUR });
		expect(second.started.outcome).toBe("pay");
		shop.yookassa.pay(payment().id);
		await notify("payment.succeeded", payment(), NOON + 5 * HOUR);
		await notify("payment.succeeded", payment(), NOON + 5 * HOUR);
		expect(await row()).toMatchObject({ state: "paid", promo_use: "late" });
		expect(await usedOf(db)).toBe(2);
		expect(await checkPromoCode(db, me, "ШКОЛА20", PLUS, NOON)).toEqual({ outcome: "used-by-you" });
	});

	test("an order that the gateway refuses, or that crashes before it, leaves no use behind", async () => {
		const db = await openTestDb();
		await makeCode(db, { maxUses: 1 });
		shop.yookassa.trouble("POST /payments", { how: "400" });
		const refused = await buy(db);
		expect(refused.started).toEqual({ outcome: "failed" });
		expect(await usedOf(db)).toBe(0);
		// The process dies between the row and the gateway: as if nobody had answered.
		shop.yookassa.trouble("POST /payments", ...Array.from({ length: 200 }, () => ({ how: "500" }) as const));
		const crashed = await buy(db);
		expect(await usedOf(db)).toBe(1);
		for (let at = NOON; at <= NOON + 2 * HOUR; at += 5 * MINUTE) await crashed.clock(at);
		shop.yookassa.forgetTroubles();
		expect(await crashed.row()).toMatchObject({ state: "expired", promo_use: "returned" });
		expect(await usedOf(db)).toBe(0);
	});

	test("an order keeps its terms when its code is switched off or its end has come meanwhile", async () => {
		const db = await openTestDb();
		await makeCode(db, { endsAt: NOON + MINUTE });
		const { me, payment, settle } = await buy(db);
		await switchOffPromoCode(db, { code: "ШКОЛА20", reason: "Хватит" }, CONSOLE, NOON + MINUTE);
		shop.yookassa.pay(payment().id);
		expect(await settle(NOON + HOUR)).toEqual({ outcome: "paid" });
		expect(await planInForce(db, me, NOON + HOUR)).toMatchObject({ plan: { key: "plus-month" } });
		const late = await buy(db, WITH_CODE, { now: NOON + HOUR });
		expect(late.started).toEqual({ outcome: "promo-changed" });
		expect(await db.selectFrom("purchases").select("id").where("id", "=", late.id).execute()).toEqual([]);
	});

	test("nobody pays another sum than the one that was shown", async () => {
		const db = await openTestDb();
		await makeCode(db);
		for (const amount of [39_000, 1, 31_199, Number.NaN]) {
			const { started } = await buy(db, { promo: { code: "ШКОЛА20", amount } });
			expect([amount, started]).toEqual([amount, { outcome: "promo-changed" }]);
		}
		for (const code of ["", "школа20", "ШКОЛА20 ", "'; drop table promo_codes; --", "%", "\u0000"]) {
			const { started } = await buy(db, { promo: { code, amount: 31_200 } });
			expect([code, started]).toEqual([code, { outcome: "promo-changed" }]);
		}
		expect(await usedOf(db)).toBe(0);
	});

	test("a code says why it does not fit", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const check = (typed: string, who = me) => checkPromoCode(db, who, typed, PLUS, NOON);
		await makeCode(db, { code: "ЯНВАРЬ", startsAt: NOON + DAY });
		await makeCode(db, { code: "ОСЕНЬ", endsAt: NOON });
		await makeCode(db, { code: "ПРО-300", kind: "sum", value: 30_000, planKeys: ["pro-month"] });
		await makeCode(db, { code: "ПЕРВЫЙ", firstOnly: true });
		await makeCode(db, { code: "СПИСАН" });
		await switchOffPromoCode(db, { code: "СПИСАН", reason: "Хватит" }, CONSOLE);
		expect(await check("нет-такого")).toEqual({ outcome: "unknown" });
		expect(await check("abc")).toEqual({ outcome: "unknown" });
		expect(await check("январь")).toEqual({ outcome: "not-yet", from: NOON + DAY });
		expect(await check("ОСЕНЬ")).toEqual({ outcome: "ended", at: NOON });
		expect(await check("про-300")).toEqual({ outcome: "other-plan", planKeys: ["pro-month"] });
		expect(await check("Списан")).toEqual({ outcome: "off" });
		expect(await check(" пер вый ")).toEqual({ outcome: "fits", code: "ПЕРВЫЙ", amount: 31_200, days: 0 });
		const { me: payer1 } = await payer(db, shop.yookassa);
		expect(await check("ПЕРВЫЙ", payer1)).toEqual({ outcome: "first-only" });
	});

	test("an order with one code for the first payment leaves no room for another", async () => {
		const db = await openTestDb();
		await makeCode(db, { firstOnly: true });
		await makeCode(db, { code: "ДРУГОЙ", firstOnly: true });
		const { me } = await buy(db);
		const second = await buy(db, { promo: { code: "ДРУГОЙ", amount: 31_200 } }, { me });
		expect(second.started).toEqual({ outcome: "promo-changed" });
	});

	test("a refund is of what was paid: all of it unused, then its part of the time", async () => {
		const db = await openTestDb();
		await makeCode(db);
		await makeCode(db, { code: "СПАСИБО", kind: "days", value: 15 });
		for (const [promo, half, whole] of [
			[{ code: "ШКОЛА20", amount: 31_200 }, 15_600, 31_200],
			[{ code: "СПАСИБО", amount: 39_000 }, 26_000, 39_000],
		] as const) {
			const { me, id, payment, settle, refund } = await buy(db, { promo });
			shop.yookassa.pay(payment().id);
			await settle();
			const at = NOON + 15 * DAY;
			const purchase = { id, account_id: me, amount: promo.amount };
			expect(await previewRefundOf(db, purchase, at)).toMatchObject({ amount: whole });
			await transact(db, (trx) => reserveMessage(trx, me, randomUUID(), NOON + DAY));
			expect(await previewRefundOf(db, purchase, at)).toMatchObject({ amount: half, remainsUntil: null });
			expect(await refund(at)).toEqual({ outcome: "done" });
			expect(await planInForce(db, me, at)).toMatchObject({ source: "free" });
			// A refund does not give the use back.
			expect(await checkPromoCode(db, me, promo.code, PLUS, at)).toEqual({ outcome: "used-by-you" });
		}
	});

	test("time that was bought cheaper is worth what was paid for it, and becomes no more by a change of plan", async () => {
		const db = await openTestDb();
		await makeCode(db, { kind: "percent", value: 99 });
		const { me, payment, settle } = await buy(db, { promo: { code: "ШКОЛА20", amount: 390 } });
		shop.yookassa.pay(payment().id);
		await settle();
		const mine = await readUnfinished(db, me, NOON);
		// 3,90 ₽ of «Про» at 990 ₽ for 30 days.
		expect(planPreviewOf(mine, PRO, NOON)).toMatchObject({
			converted: Math.floor((390 * 30 * DAY) / 99_000),
			follows: false,
		});
		// The same plan follows day by day, whatever was paid.
		expect(planPreviewOf(mine, PLUS, NOON)).toMatchObject({ follows: true, until: NOON + 60 * DAY });
		// Dear time does not become a lifetime of the cheap one.
		const rich = await payer(db, shop.yookassa, { input: { plan: PRO } });
		const preview = planPreviewOf(await readUnfinished(db, rich.me, NOON), PLUS, NOON);
		expect(preview.converted).toBe(Math.floor((99_000 * 30 * DAY) / 39_000));
	});

	test("a renewal that was agreed to with a code charges the full price, as its consent says", async () => {
		const db = await openTestDb();
		await makeCode(db);
		const { me, payment, settle } = await buy(
			db,
			{ ...WITH_CODE, renewalAgreedBy: { ip: "192.0.2.7", userAgent: "Browser 1" } },
			{ paymentContext: renewing() },
		);
		shop.yookassa.pay(payment().id);
		await settle();
		const renewal = await renewalOf(db, me);
		expect(renewal).toMatchObject({ state: "on", paid_until: NOON + 30 * DAY });
		expect(JSON.parse(renewal?.plan ?? "{}")).toMatchObject({ price: 39_000 });
		expect(await db.selectFrom("renewal_consents").select("amount").execute()).toEqual([{ amount: 39_000 }]);
	});
});
