import { expect, test } from "vitest";
import { decideSandboxPayment, sandboxGateway } from "../../app/billing/gateways/sandbox.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../app/billing/plans/plan-in-force.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { checkoutInput, testPaymentContext } from "./payment-context.ts";
import { checkDue } from "./shop.ts";

const NOON = Date.parse("2026-11-21T09:00:00Z");
const HOUR = 3_600_000;

eachDatabase((openTestDb) => {
	async function begin(db: Db) {
		const me = await somebody(db);
		const paymentContext = testPaymentContext(sandboxGateway(db, "https://chat.example.ru"));
		const input = checkoutInput();
		const started = await startPayment(db, paymentContext, me, input, NOON);
		const decide = (outcome: string) => decideSandboxPayment(db, me, input.purchaseId, outcome);
		const settle = (now = NOON) => settlePayment(db, paymentContext, input.purchaseId, now);
		return { me, paymentContext, input, started, decide, settle };
	}
	const emails = (db: Db) => db.selectFrom("letters").select("kind").execute();

	test("a plan is bought in the sandbox, once", async () => {
		const db = await openTestDb();
		const { me, input, started, decide, settle } = await begin(db);
		const address = `https://chat.example.ru/payment/sandbox?payment=${input.purchaseId}`;
		expect(started).toEqual({ outcome: "pay", address });
		expect(await settle()).toEqual({ outcome: "waiting" });
		expect(await decide("pending")).toEqual({ outcome: "decided" });
		expect(await settle()).toEqual({ outcome: "waiting" });
		expect(await decide("pay")).toEqual({ outcome: "decided" });
		expect(await settle()).toEqual({ outcome: "paid" });
		expect(await settle(NOON + 5)).toEqual({ outcome: "paid" });
		expect(await planInForce(db, me, NOON)).toMatchObject({
			plan: { key: "plus-month" },
			until: NOON + 30 * DAY,
		});
		expect(await emails(db)).toEqual([{ kind: "payment-paid" }]);
		expect(await decide("general_decline")).toEqual({ outcome: "decided-otherwise" });
		expect(await decide("pay")).toEqual({ outcome: "decided" });
	});

	test("a refusal says its reason and gives nothing", async () => {
		const db = await openTestDb();
		const { me, decide, settle } = await begin(db);
		await decide("insufficient_funds");
		expect(await settle()).toEqual({ outcome: "canceled" });
		const row = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
		expect(row).toMatchObject({ state: "canceled", reason: "insufficient_funds", check_at: null });
		expect(await planInForce(db, me, NOON)).toMatchObject({ source: "free" });
		expect(await emails(db)).toEqual([]);
	});

	test("nobody else decides, and only what there is to decide", async () => {
		const db = await openTestDb();
		const { input, decide } = await begin(db);
		const stranger = await somebody(db);
		expect(await decideSandboxPayment(db, stranger, input.purchaseId, "pay")).toEqual({
			outcome: "no-such-payment",
		});
		expect(await decide("paid")).toEqual({ outcome: "no-such-outcome" });
		const row = await db.selectFrom("sandbox_payments").select("state").executeTakeFirst();
		expect(row).toEqual({ state: "waiting" });
	});

	test("one who never came back has the plan by the clock, and one who paid late has it too", async () => {
		const db = await openTestDb();
		const { me, paymentContext, decide, settle } = await begin(db);
		await checkDue(db, paymentContext, () => NOON + 59_000);
		expect(await db.selectFrom("purchases").select("checks").execute()).toEqual([{ checks: 0 }]);
		await checkDue(db, paymentContext, () => NOON + 3 * HOUR);
		expect(await settle(NOON + 3 * HOUR)).toEqual({ outcome: "expired" });
		await decide("pay");
		await checkDue(db, paymentContext, () => NOON + 24 * HOUR);
		expect(await planInForce(db, me, NOON + 24 * HOUR)).toMatchObject({ plan: { key: "plus-month" } });
	});

	test("the same form again is the same purchase, another person's id is nobody's", async () => {
		const db = await openTestDb();
		const { me, paymentContext, input, started, decide, settle } = await begin(db);
		expect(await startPayment(db, paymentContext, me, input, NOON + 1)).toEqual(started);
		const stranger = await somebody(db);
		expect(await startPayment(db, paymentContext, stranger, input, NOON)).toEqual({ outcome: "id-taken" });
		await decide("pay");
		await settle();
		expect(await startPayment(db, paymentContext, me, input, NOON + 2)).toEqual({ outcome: "see" });
		expect(await db.selectFrom("purchases").select("id").execute()).toHaveLength(1);
	});
});
