import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { packagesOnOffer } from "../../../app/billing/plans/plans.server.ts";
import {
	readAllowance,
	reserveMessage,
	returnMessage,
	settleMessage,
} from "../../../app/billing/quota/allowance.server.ts";
import { findRefundable } from "../../../app/billing/refunds/refundable.server.ts";
import { renewalOf } from "../../../app/billing/renewals/renewal.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { expectBooksToBalance, expectEveryRowExplained } from "../ledger.ts";
import { renewing } from "../payment-context.ts";
import { aPlan } from "../plan.ts";
import { setUpShop } from "../renewals/set-up-shop.ts";
import { buyer, calls, HOUR, NOON } from "../shop.ts";

const shop = setUpShop();
const RECEIPTS = { vatCode: 1, taxSystem: 2, subject: "service", mode: "full_payment" };
const TERMS = { free: aPlan({ messages: 3, everyDays: 1 }), timeZone: "Europe/Moscow", secret: "s" };
const MORE = { key: "more-5", title: "+5 сообщений", description: "", price: 1_000, messages: 5, days: 30 };

/** Somebody who has paid for five messages. */
async function paid(db: Db, more: Parameters<typeof buyer>[2] = {}) {
	const who = await buyer(db, shop.yookassa, { ...more, input: { plan: MORE, ...more.input } });
	shop.yookassa.pay(who.payment().id);
	expect(await who.settle()).toEqual({ outcome: "paid" });
	return who;
}

const ask = (db: Db, me: string, reference: string = randomUUID(), at = NOON) =>
	transact(db, (trx) => reserveMessage(trx, me, reference, at, TERMS));

eachDatabase((openTestDb) => {
	test("are paid for with a receipt of their own, and join the allowance once", async () => {
		const db = await openTestDb();
		const { me, settle, notify, row } = await paid(db, { settings: { receipts: RECEIPTS } });
		expect(JSON.parse(calls(shop.yookassa, "POST", /^\/payments$/).at(-1)?.body ?? "")).toMatchObject({
			amount: { value: "10.00" },
			description: "+5 сообщений, 30 дней. Собеседник",
			receipt: { items: [{ description: "+5 сообщений, 30 дней. Собеседник", amount: { value: "10.00" } }] },
		});
		await Promise.all([settle(), notify("payment.succeeded"), settle()]);
		expect(await row()).toMatchObject({ state: "paid", kind: "plan", messages: 5 });
		expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({
			granted: 8,
			left: 8,
			bought: { left: 5, until: NOON + 30 * DAY },
		});
		expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
		const letters = await db.selectFrom("letters").select("kind").execute();
		expect(letters).toEqual([{ kind: "payment-paid" }]);
	});

	test("come after the plan's, those that end first first, and are never overspent from two servers", async () => {
		const db = await openTestDb();
		const { me } = await paid(db);
		await paid(db, { me, now: NOON + HOUR });
		const beside = await openDatabase(urlOf(db));
		const asked = await Promise.all(
			Array.from({ length: 20 }, (_, i) => ask(i % 2 ? db : beside, me, `q${i}`, NOON + HOUR)),
		);
		expect(asked.filter(({ outcome }) => outcome === "reserved")).toHaveLength(3 + 5 + 5);
		expect(await readAllowance(db, me, NOON + HOUR, TERMS)).toMatchObject({ left: 0, reserved: 13 });
		await expectBooksToBalance(db, me);
		await expectEveryRowExplained(db, me);
		await beside.destroy();
	});

	test("an answer that fails gives its message back to where it was taken, and one that is given uses it", async () => {
		const db = await openTestDb();
		const { me } = await paid(db);
		for (const reference of ["a", "b", "c", "d", "e"]) await ask(db, me, reference);
		await transact(db, (trx) => returnMessage(trx, "e", NOON));
		await transact(db, (trx) => settleMessage(trx, "d", NOON));
		expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({ left: 4, used: 1, reserved: 3 });
		// The day after the plan's are new, and what was bought is left.
		expect(await readAllowance(db, me, NOON + DAY, TERMS)).toMatchObject({ left: 3 + 4 });
		await expectBooksToBalance(db, me);
	});

	test("end with their time, whatever is left", async () => {
		const db = await openTestDb();
		const { me, id, paymentContext } = await paid(db);
		const end = NOON + 30 * DAY;
		for (const reference of ["a", "b", "c"]) await ask(db, me, reference, end);
		expect(await ask(db, me, "d", end)).toMatchObject({ outcome: "exhausted" });
		expect(await readAllowance(db, me, end, TERMS)).toMatchObject({
			left: 0,
			bought: { left: 0, until: null },
		});
		expect(await findRefundable(db, paymentContext, me, id, end)).toBeUndefined();
	});

	test("what was not asked is refunded, to the kopeck, once, and the rest is no longer there", async () => {
		const db = await openTestDb();
		const { me, id, paymentContext, refund, row } = await paid(db);
		expect(await findRefundable(db, paymentContext, me, id, NOON)).toMatchObject({
			refundable: { amount: 1_000, takes: 5 },
		});
		for (const reference of ["a", "b", "c", "d", "e"]) await ask(db, me, reference);
		await transact(db, (trx) => settleMessage(trx, "d", NOON));
		const refundId = randomUUID();
		const [first, second] = await Promise.all([refund(NOON, refundId), refund(NOON)]);
		expect([first.outcome, second.outcome].sort()).not.toEqual(["done", "done"]);
		expect(await db.selectFrom("refunds").select(["amount", "time_taken"]).execute()).toEqual([
			{ amount: 600, time_taken: 3 },
		]);
		expect(await row()).toMatchObject({ state: "refunded" });
		expect(await ask(db, me, "f")).toMatchObject({ outcome: "exhausted" });
		expect(await refund(NOON)).toEqual({ outcome: "nothing-to-refund" });
		await expectBooksToBalance(db, me);
	});

	test("a refund and questions at the same moment share what is left, and nobody gets both", async () => {
		const db = await openTestDb();
		const { me, refund } = await paid(db);
		for (const reference of ["a", "b", "c"]) await ask(db, me, reference);
		const [, ...asked] = await Promise.all([
			refund(NOON),
			...Array.from({ length: 5 }, (_, i) => ask(db, me, `q${i}`)),
		]);
		const taken = asked.filter(({ outcome }) => outcome === "reserved").length;
		const refunds = await db.selectFrom("refunds").select(["amount", "time_taken"]).execute();
		const back = refunds[0]?.time_taken ?? 0;
		expect(taken + back).toBe(5);
		expect(refunds[0]?.amount ?? 0).toBe(back * 200);
		await expectBooksToBalance(db, me);
	});

	test("a refund that the gateway refuses gives the messages back", async () => {
		const db = await openTestDb();
		const { me, refund } = await paid(db);
		await ask(db, me);
		shop.yookassa.scripted.refunds = "canceled";
		expect(await refund(NOON)).toEqual({ outcome: "refused" });
		expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({ left: 7 });
		const letter = await db
			.selectFrom("letters")
			.select("kind")
			.where("kind", "=", "refund-refused")
			.execute();
		expect(letter).toHaveLength(1);
		await expectBooksToBalance(db, me);
	});

	test("a refund that is refused after their days gives them back with the days they had, and may be asked for again", async () => {
		const db = await openTestDb();
		const { me, refund, clock } = await paid(db);
		const asked = NOON + 28 * DAY;
		shop.yookassa.scripted.refunds = "pending";
		expect(await refund(asked)).toEqual({ outcome: "waiting" });
		const [row] = await db.selectFrom("refunds").select("gateway_id").execute();
		const reason = { party: "refund_network", reason: "rejected_by_payee" };
		shop.yookassa.changeRefund(row?.gateway_id ?? "", { status: "canceled", cancellation_details: reason });
		const refused = NOON + 35 * DAY;
		await clock(refused);
		expect(await db.selectFrom("refunds").select("state").execute()).toEqual([{ state: "refused" }]);
		const until = refused + 2 * DAY;
		expect(await readAllowance(db, me, refused, TERMS)).toMatchObject({ bought: { left: 5, until } });
		await expectBooksToBalance(db, me);
		shop.yookassa.scripted.refunds = "succeeded";
		expect(await refund(refused + DAY)).toEqual({ outcome: "done" });
	});

	test("plan and renewal stay as they are, also when the money goes back", async () => {
		const db = await openTestDb();
		const agreed = { renewalAgreedBy: { ip: "192.0.2.7", userAgent: "Browser 1" } };
		const plus = await buyer(db, shop.yookassa, { input: agreed, paymentContext: renewing() });
		shop.yookassa.pay(plus.payment().id);
		await plus.settle();
		const before = [await renewalOf(db, plus.me), await planInForce(db, plus.me, NOON)];
		const more = await paid(db, { me: plus.me, paymentContext: renewing(), input: agreed });
		expect(await more.row()).toMatchObject({ renewal_consent_id: null });
		expect(await more.refund(NOON)).toEqual({ outcome: "done" });
		expect([await renewalOf(db, plus.me), await planInForce(db, plus.me, NOON)]).toEqual(before);
	});
});

test("the catalogue that ships sells five hundred", () => {
	expect(packagesOnOffer().map(({ key, messages, price, days }) => [key, messages, price, days])).toEqual([
		["more-500", 500, 14_900, 30],
	]);
});
