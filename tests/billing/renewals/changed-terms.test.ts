import { expect, test } from "vitest";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { renewalTerms } from "../../../app/billing/renewals/consent.server.ts";
import { willCharge } from "../../../app/billing/renewals/renewal.server.ts";
import { turnOnRenewal } from "../../../app/billing/renewals/turn-on.server.ts";
import { listRenewals, sumRenewals } from "../../../app/billing/staff/list-renewals.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { checkoutInput, PLUS } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { CLIENT, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const DEARER = { ...PLUS, price: 45_000 };
const END = NOON + 30 * DAY;

eachDatabase((openTestDb) => {
	test.each([
		["its price is higher", [DEARER], null],
		["its period is another", [{ ...PLUS, days: 31 }], null],
		["it is not sold any more", [], null],
		["it is as agreed", [PLUS], 39_000],
		["it is cheaper", [{ ...PLUS, price: 29_000 }], 39_000],
	])("what a renewal will do is known before its step, where of the plan: %s", async (_, plans, sum) => {
		const db = await openTestDb();
		const { context, live, renewal, charges } = await subscriber(db, shop.yookassa);
		if (context.renewal) context.renewal.plans = plans;
		const charged = sum !== null;
		expect(willCharge(await renewal(), context.renewal)).toBe(charged);
		expect(await sumRenewals(db, {}, NOON, plans)).toEqual({ count: 1, sum: sum ?? 0 });
		const { renewals } = await listRenewals(db, {}, { now: NOON, plans });
		expect(renewals[0]?.ends === null).toBe(charged);
		await live(END);
		expect(charges()).toHaveLength(charged ? 1 : 0);
		expect((await renewal()).state).toBe(charged ? "on" : "off");
	});

	test("a price that rises while a charge is at the bank: the e-mail after it promises no other charge", async () => {
		const db = await openTestDb();
		shop.yookassa.scripted.charges = ["pending"];
		const { context, live, mailer, purchases } = await subscriber(db, shop.yookassa);
		await live(END - DAY + 2 * HOUR);
		const charge = (await purchases()).at(-1);
		expect(charge).toMatchObject({ kind: "renewal", state: "waiting" });
		if (context.renewal) context.renewal.plans = [DEARER];
		shop.yookassa.pay(shop.yookassa.paymentOf(charge?.id ?? "").id);
		await live(END + HOUR);
		const text = mailer.emails.findLast(({ kind }) => kind === "renewal-charged")?.text ?? "";
		const plain = text.replaceAll("\u00a0", " ");
		expect(plain).toContain("По новой цене без нового согласия ничего не спишется");
		expect(plain).not.toMatch(/Следующее списание|напишем снова/);
	});

	test("bought by hand at the new price without the box: the e-mail promises no charge, and says how to agree", async () => {
		const db = await openTestDb();
		const { context, me, live, mailer, renewal, world } = await subscriber(db, shop.yookassa);
		// Of e-mails that are due together the one or the other may leave first.
		await live(world.now);
		if (context.renewal) context.renewal.plans = [DEARER];
		const input = checkoutInput(DEARER);
		await startPayment(db, context, me, input, world.now);
		shop.yookassa.pay(shop.yookassa.paymentOf(input.purchaseId).id);
		await settlePayment(db, context, input.purchaseId, world.now);
		await live(world.now);
		const text = mailer.emails.findLast(({ kind }) => kind === "payment-paid")?.text ?? "";
		const plain = text.replaceAll("\u00a0", " ");
		expect(plain).not.toMatch(/Автопродление включено|карту при ней мы не сохранили/);
		expect(plain).toContain("По новой цене без нового согласия ничего не спишется");
		expect(plain).toContain("/payment/renewal");
		const agree = (terms: string) =>
			turnOnRenewal(db, context, me, { terms, offerVersion: null, client: CLIENT }, world.now);
		expect(await agree(renewalTerms(DEARER))).toEqual({ outcome: "on" });
		expect(willCharge(await renewal(), context.renewal)).toBe(true);
		expect(await agree(renewalTerms(DEARER))).toEqual({ outcome: "impossible" });
	});
});
