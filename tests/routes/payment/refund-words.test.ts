import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decideSandboxPayment, sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import type { PaymentContext } from "../../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { readUnfinished } from "../../../app/billing/plans/plan-in-force.server.ts";
import { plans } from "../../../app/billing/plans/plans.server.ts";
import { grantSubscription } from "../../../app/billing/plans/subscriptions.server.ts";
import { paymentContext } from "../../../app/billing/services.server.ts";
import { type ChatServices, chatServices } from "../../../app/chat/services.server.ts";
import { getI18n } from "../../../app/i18n/middleware.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../../app/platform/db/service.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { loadCurrent } from "../../../app/routes/payment/load/load-current.server.ts";
import { loadRefund, loadRefundChoice } from "../../../app/routes/payment/load/load-refund.server.ts";
import { checkoutInput, testPaymentContext } from "../../billing/payment-context.ts";
import { somebody } from "../../chat/people.ts";
import { asked } from "../page.tsx";

const HOUR = DAY / 24;
const NOON = Date.parse("2026-11-21T09:00:00Z");
const t = getI18n((await asked("/payment")).context).getFixedT("ru", "payment");
const month = plans().find(({ key }) => key === "plus-month");
if (!month) throw new Error("The catalogue of the tests has no monthly plan.");
let payments: PaymentContext;
let stopDatabase: () => Promise<void>;

beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	payments = testPaymentContext(sandboxGateway(db(), "http://localhost:1"));
	paymentContext.provide(payments);
	const catalogue: ChatServices["catalogue"] = { source: "configured", models: [] };
	chatServices.provide({ catalogue } as ChatServices);
});
afterAll(async () => {
	chatServices.withdraw();
	paymentContext.withdraw();
	await stopDatabase();
});

async function buy(me: string, now = NOON) {
	const input = checkoutInput(month);
	await startPayment(db(), payments, me, input, now);
	await decideSandboxPayment(db(), me, input.purchaseId, "pay");
	await settlePayment(db(), payments, input.purchaseId, now);
	return input.purchaseId;
}
const give = (me: string) =>
	transact(db(), (trx) =>
		grantSubscription(trx, me, { plan: month, purchaseId: null, why: "подарок" }, NOON),
	);
const plain = (text: string | undefined) => text?.replace(/\s/g, " ");

test("the rest of the time is told to the hour, as the sum is reckoned by the moment", async () => {
	const me = await somebody(db());
	const id = await buy(me);
	const [row] = await readUnfinished(db(), me, NOON);
	const used = {
		id: randomUUID(),
		account_id: me,
		source: row?.id ?? "",
		starts_at: NOON,
		granted: 10,
		used: 1,
	};
	await db()
		.insertInto("allowances")
		.values({ ...used, ends_at: NOON + 30 * DAY })
		.execute();
	const preview = async (left: number) => (await loadRefund(me, id, t, NOON + 30 * DAY - left))?.preview;
	const almost = await preview(14 * DAY - HOUR + 60_000);
	expect([plain(almost?.back), plain(almost?.why)]).toEqual([
		"181,46 ₽",
		"Вернём деньги за время, которое осталось: 13 дней 23 часа из 30 дней.",
	]);
	expect(plain((await preview(14 * DAY + 60_000))?.why)).toContain("осталось: 14 дней из 30 дней");
});

test("with payments off what was paid is named as what is refunded by writing", async () => {
	const me = await somebody(db());
	const id = await buy(me);
	paymentContext.withdraw();
	paymentContext.provide(null);
	try {
		expect(await loadRefundChoice(me, t, NOON)).toMatchObject({ choice: [], manualRefund: {} });
		expect(await loadRefund(me, id, t, NOON)).toMatchObject({ preview: null, manualRefund: {} });
	} finally {
		paymentContext.withdraw();
		paymentContext.provide(payments);
	}
	expect(await loadRefundChoice(me, t, NOON)).toMatchObject({ choice: [{ id }], manualRefund: null });
});

test("gifts and paid times that take turns are not told as one time that is paid", async () => {
	const textOf = async (...turns: ((me: string) => Promise<unknown>)[]) => {
		const me = await somebody(db());
		for (const turn of turns) await turn(me);
		return plain((await loadCurrent(me, await readUnfinished(db(), me, NOON), t, NOON)).text);
	};
	const mixed = await textOf(give, buy, give, buy);
	expect(mixed).toBe(
		"Подарен владельцем сервера до 21 декабря 2026, дальше оплаченное и подаренное время: до 21 марта 2027",
	);
	expect(await textOf(buy, give, buy)).not.toContain("Оплачено до");
	expect(await textOf(give, give, buy)).toBe(
		"Подарен владельцем сервера до 20 января 2027, потом оплачен до 19 февраля 2027",
	);
	expect(await textOf(give, buy)).toContain("потом оплачен до 20 января 2027");
});
