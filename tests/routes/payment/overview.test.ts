import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import { plans } from "../../../app/billing/plans/plans.server.ts";
import { paymentContext } from "../../../app/billing/services.server.ts";
import { type ChatServices, chatServices } from "../../../app/chat/services.server.ts";
import { getI18n } from "../../../app/i18n/middleware.server.ts";
import { refusals } from "../../../app/i18n/ru/charge-refusals.ts";
import { dayOf } from "../../../app/platform/dates/dates.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../../app/platform/db/service.server.ts";
import { loadRenewal, loadRenewals } from "../../../app/routes/admin/renewals/load-renewals.server.ts";
import { loadOverview } from "../../../app/routes/payment/load/load-overview.server.ts";
import { renewing, testPaymentContext } from "../../billing/payment-context.ts";
import { agreed } from "../../billing/renewals/agreed.ts";
import { somebody } from "../../chat/people.ts";
import { asked } from "../page.tsx";

let stopDatabase: () => Promise<void>;
let me: string;
let hasModel: boolean;
const t = getI18n((await asked("/payment")).context).getFixedT("ru", "payment");

beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	const { renewal } = renewing(plans());
	const gateway = sandboxGateway(db(), "http://localhost:1");
	paymentContext.provide(testPaymentContext(gateway, { renewal: { ...renewal, hasModel: () => hasModel } }));
	const catalogue: ChatServices["catalogue"] = { source: "configured", models: [] };
	chatServices.provide({ catalogue } as ChatServices);
});
beforeEach(async () => {
	hasModel = true;
	me = await somebody(db());
	await agreed(db(), me);
});
afterAll(async () => {
	chatServices.withdraw();
	paymentContext.withdraw();
	await stopDatabase();
});

/** What /payment shows, with its odd spaces made plain. */
async function see() {
	const account = { id: me, email: "anna@example.ru" };
	const { current, renewal } = await loadOverview(account, new URLSearchParams(), t, Date.now());
	const plain = (text: string | null | undefined) => text?.replace(/\s/g, " ");
	return {
		current: plain(current.text),
		headline: plain(renewal?.headline),
		text: plain(renewal?.text),
		links: renewal?.links,
	};
}

test("without a model an agreement waits, and the screens of the person and the staff say why", async () => {
	const asleep = async () =>
		(await loadRenewals({ accountId: me, role: "owner" } as never, new URLSearchParams())).asleep;
	expect((await see()).headline).toContain("Автопродление включено: 390 ₽");
	expect(await asleep()).toBeNull();
	hasModel = false;
	expect(await see()).toMatchObject({
		headline:
			"Автопродления приостановлены, пока владелец сервера не подключит модель: сейчас ничего не списывается",
		text: undefined,
	});
	expect(await asleep()).toBe("asleepWithoutModel");
});

/** A subscription, from one day from now until another. */
async function subscribed(key: string, [from, to]: [number, number]) {
	const plan = plans().find((one) => one.key === key);
	const now = Date.now();
	await db()
		.insertInto("subscriptions")
		.values({
			id: crypto.randomUUID(),
			account_id: me,
			plan_key: key,
			plan: JSON.stringify(plan),
			purchase_id: null,
			starts_at: now + from * DAY,
			ends_at: now + to * DAY,
			created_at: now,
		})
		.execute();
}

test("a paused renewal says that the plan is over only when no paid time is left", async () => {
	const set = { state: "paused" as const, reason: "card_expired", paid_until: Date.now() - DAY };
	await db().updateTable("renewals").set(set).where("account_id", "=", me).execute();
	expect((await see()).text).toContain("Оплаченное время закончилось");
	await subscribed("plus-month", [-1, 29]);
	expect((await see()).text).not.toContain("Оплаченное время закончилось");
	expect((await see()).text).toContain("начнёт действовать бесплатный тариф");
});

test("a charge that is at the bank is told of as such, also while no model is connected", async () => {
	const id = crypto.randomUUID();
	const plan = JSON.stringify(plans().find(({ key }) => key === "plus-month"));
	const order = {
		plan_key: "plus-month",
		plan,
		amount: 39_000,
		receipt_email: "a@b.ru",
		created_at: Date.now(),
	};
	const at = { gateway: "sandbox", gateway_id: id, state: "waiting" } as const;
	await db()
		.insertInto("purchases")
		.values({ id, kind: "renewal", account_id: me, ...order, ...at })
		.execute();
	const set = { state: "charging", purchase_id: id } as const;
	await db().updateTable("renewals").set(set).where("account_id", "=", me).execute();
	hasModel = false;
	const { headline, text } = await see();
	expect(headline).toContain("отправлено в банк");
	expect(text).toContain("вернём деньги полностью");
	const staff = { accountId: me, role: "owner" } as never;
	expect((await loadRenewal(staff, me))?.open).toBe(1);
	// What the gateway has not got is not sent without a model.
	await db()
		.updateTable("purchases")
		.set({ state: "started", gateway_id: null })
		.where("id", "=", id)
		.execute();
	expect((await see()).headline).toContain("сейчас ничего не списывается");
	expect((await loadRenewal(staff, me))?.open).toBe(0);
});

test("a first charge after the end of the paid time: the page says what holds between", async () => {
	await bought(-28, 2);
	const paid_until = Date.now() + 2 * DAY;
	await db().updateTable("renewals").set({ paid_until }).where("account_id", "=", me).execute();
	const { current, text } = await see();
	expect(current).not.toContain("продлится сам");
	expect(current).toMatch(/Оплачено до \d+ \S+ \d{4}, списание — \d+/);
	expect(text).toMatch(/С \d+ \S+ до \d+ \S+ будет действовать «Старт»\./);
});

test.each([
	["card_expired", "срок карты вышел"],
	["issuer_unavailable", "банк, который выпустил карту, не ответил"],
	["fraud_suspected", "платёж остановлен: он показался подозрительным"],
	["3d_secure_failed", "платёж не подтверждён кодом банка (3-D Secure)"],
	["invalid_card_number", "данные карты не подошли"],
	["call_issuer", "банк отклонил платёж"],
])("the reason %s has the same words on the screens of the person and the staff", async (reason, words) => {
	await db().updateTable("renewals").set({ state: "paused", reason }).where("account_id", "=", me).execute();
	expect((await see()).text).toContain(`Причина: ${words}. Ничего не списано.`);
	const staff = { accountId: me, role: "owner" } as never;
	const refused = (await loadRenewal(staff, me))?.renewal.refused ?? "other";
	expect(refusals[refused].replace(/\s/g, " ")).toBe(words);
});

test("where bills are the only way to pay, the page says so, and promises no payment to come", async () => {
	const notSold = async () => {
		const account = { id: me, email: "anna@example.ru" };
		return (await loadOverview(account, new URLSearchParams(), t, Date.now())).notSold;
	};
	expect(await notSold()).toBeNull();
	const context = paymentContext();
	paymentContext.withdraw();
	paymentContext.provide(null);
	try {
		expect(await notSold()).toBe("bills");
		expect(t("notYet.bills").replace(/\s/g, " ")).toMatch(/^Здесь платят по счёту/);
	} finally {
		paymentContext.withdraw();
		paymentContext.provide(context);
	}
});

test("«Продлить» of a renewal that is off leads to no other plan than the one in force", async () => {
	await db().updateTable("renewals").set({ state: "off" }).where("account_id", "=", me).execute();
	await subscribed("pro-month", [-1, 29]);
	expect((await see()).links).toEqual([]);
	await db().deleteFrom("subscriptions").where("account_id", "=", me).execute();
	await subscribed("plus-month", [-1, 29]);
	expect((await see()).links).toEqual([{ to: "/payment?plan=plus-month", label: "Продлить" }]);
});

/** A plan that was paid for, for these days from now. */
async function bought(from: number, until: number): Promise<void> {
	const id = crypto.randomUUID();
	const plan = JSON.stringify(plans().find(({ key }) => key === "plus-month"));
	const of = { account_id: me, plan_key: "plus-month", plan, created_at: Date.now() };
	const paid = { receipt_email: "anna@example.ru", gateway: "sandbox", state: "paid" } as const;
	await db()
		.insertInto("purchases")
		.values({ id, kind: "plan", amount: 39_000, ...of, ...paid })
		.execute();
	const [starts_at, ends_at] = [Date.now() + from * DAY, Date.now() + until * DAY];
	await db()
		.insertInto("subscriptions")
		.values({ id: crypto.randomUUID(), purchase_id: id, starts_at, ends_at, ...of })
		.execute();
}

test("what follows a gift and was paid for is told apart from it, and from a gift after it", async () => {
	const day = (days: number) => dayOf(Date.now() + days * DAY).replace(/\s/g, " ");
	await subscribed("plus-month", [-1, 9]);
	expect((await see()).current).toMatch(/^Подарен владельцем сервера\. Действует до /);
	await bought(9, 39);
	const paid = `Подарен владельцем сервера до ${day(9)}, потом оплачен до ${day(39)}`;
	expect((await see()).current).toBe(paid);
	await subscribed("plus-month", [39, 69]);
	expect((await see()).current).toBe(`${paid}. Действует до ${day(69)}`);
});

test("a gift after what was paid for is not told as paid, while it renews itself and while the bank refuses", async () => {
	await bought(-1, 29);
	expect((await see()).current).toMatch(/Оплачено до .+, продлится сам$/);
	await subscribed("plus-month", [29, 59]);
	expect((await see()).current).toMatch(/Действует до .+, продлится сам$/);
	await db().updateTable("renewals").set({ state: "paused" }).where("account_id", "=", me).execute();
	expect((await see()).current).toMatch(/\. Действует до [^,]+$/);
});
