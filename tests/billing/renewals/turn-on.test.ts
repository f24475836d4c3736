import { expect, test } from "vitest";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { renewalTerms } from "../../../app/billing/renewals/consent.server.ts";
import { turnOnOffer, turnOnRenewal } from "../../../app/billing/renewals/turn-on.server.ts";
import { grantAsStaff } from "../../../app/billing/staff/grant-as-staff.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { checkoutInput, PLUS, renewing } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { CLIENT, type Subscriber, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

eachDatabase((openTestDb) => {
	const turnOn = async (
		db: Parameters<typeof turnOnRenewal>[0],
		one: Subscriber,
		terms = renewalTerms(PLUS),
		planKey?: string,
	) =>
		turnOnRenewal(
			db,
			one.context,
			one.me,
			{ terms, offerVersion: "2026-11-23-renewal", client: CLIENT, planKey },
			one.world.now,
		);

	test("turned on again from the saved card: a consent of its own, nothing paid now, charged as told", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		const { live, stop, renewal, charges, mailer } = one;
		await live(END - 20 * DAY);
		expect(await turnOn(db, one)).toEqual({ outcome: "impossible" });
		await stop();
		const { id: before } = await renewal();
		expect(await turnOn(db, one, "1/30")).toEqual({ outcome: "other-terms" });
		expect(await renewal()).toMatchObject({ state: "off" });
		const offer = await turnOnOffer(db, one.context, one.me, one.world.now);
		expect(await turnOn(db, one)).toEqual({ outcome: "on" });
		expect(await turnOn(db, one)).toEqual({ outcome: "impossible" });
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END });
		expect((await renewal()).id).not.toBe(before);
		const consents = await db.selectFrom("renewal_consents").selectAll().orderBy("at").execute();
		expect(consents.map(({ act }) => act).toSorted()).toEqual(["given", "given", "withdrawn"]);
		expect(consents.at(-1)).toMatchObject({ offer_version: "2026-11-23-renewal", amount: 39_000 });
		expect(consents.map(({ text }) => text).join()).toMatch(/,Продлевать: 390\s₽|^Продлевать/);
		expect(charges()).toEqual([]);
		await live(END);
		expect(charges()).toHaveLength(1);
		expect(mailer.emails.filter(({ kind }) => kind === "renewal-soon")).toHaveLength(1);
		const charge = await db
			.selectFrom("purchases")
			.select("created_at")
			.where("kind", "=", "renewal")
			.executeTakeFirstOrThrow();
		expect(charge.created_at).toBe(offer?.chargeAt);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test("a cheaper plan follows from the next period on: consented to, nothing paid now, and the dearer one lasts till then", async () => {
		const db = await openTestDb();
		const pro = { ...PLUS, key: "pro-month", title: "Про", price: 99_000 };
		const one = await subscriber(db, shop.yookassa, { plan: pro });
		Object.assign(one.context, renewing([PLUS, pro]));
		const { live, renewal, charges, me, mailer } = one;
		await live(END - 20 * DAY);
		const change = (terms = renewalTerms(PLUS)) => turnOn(db, one, terms, PLUS.key);
		expect(await change("1/30")).toEqual({ outcome: "other-terms" });
		const { id: before } = await renewal();
		expect(await change()).toEqual({ outcome: "on" });
		expect(await change()).toEqual({ outcome: "impossible" });
		expect(await renewal()).toMatchObject({ state: "on", plan_key: PLUS.key, paid_until: END });
		expect((await renewal()).id).not.toBe(before);
		await live(END - 2 * DAY);
		expect(charges()).toEqual([]);
		expect((await planInForce(db, me, END - 2 * DAY)).plan.key).toBe(pro.key);
		await live(END);
		expect(charges().map(({ amount }) => amount.value)).toEqual(["390.00"]);
		expect(mailer.emails.filter(({ kind }) => kind === "renewal-soon")).toHaveLength(1);
		const next = await planInForce(db, me, END);
		expect(next.plan.key).toBe(PLUS.key);
		// The rest of the last day is worth two and a half of the cheaper plan.
		const charged = Number((await one.purchases()).at(-1)?.created_at);
		const carried = ((END - charged) * pro.price) / PLUS.price;
		expect(Math.abs(Number(next.paidUntil) - (charged + 30 * DAY + carried))).toBeLessThan(2);
		await live(Number(next.paidUntil) + HOUR);
		expect(charges()).toHaveLength(2);
		expect(await renewal()).toMatchObject({ state: "on", plan_key: PLUS.key });
	});

	test.each([true, false])(
		"a dearer plan is bought at once, its rest converted by price; it renews itself by a consent of its own: %s",
		async (agrees) => {
			const db = await openTestDb();
			const pro = { ...PLUS, key: "pro-month", title: "Про", price: 99_000 };
			const { me, context, live, world, renewal, charges } = await subscriber(db, shop.yookassa);
			Object.assign(context, renewing([PLUS, pro]));
			await live(END - 20 * DAY);
			const order = { ...checkoutInput(pro), renewalAgreedBy: agrees ? CLIENT : undefined };
			await startPayment(db, context, me, order, world.now);
			shop.yookassa.pay(shop.yookassa.paymentOf(order.purchaseId).id);
			expect(await settlePayment(db, context, order.purchaseId, world.now)).toEqual({ outcome: "paid" });
			const until = world.now + 30 * DAY + Math.floor((20 * DAY * 39) / 99);
			expect(await planInForce(db, me, world.now)).toMatchObject({
				plan: { key: pro.key },
				paidUntil: until,
			});
			const consents = await db
				.selectFrom("renewal_consents")
				.select(["act", "amount"])
				.orderBy("at")
				.execute();
			const given = [39_000, ...(agrees ? [99_000] : [])].map((amount) => ({ act: "given", amount }));
			expect(consents).toEqual(given);
			await live(until);
			expect(charges().map(({ amount }) => amount.value)).toEqual(agrees ? ["990.00"] : []);
			expect(await renewal()).toMatchObject(
				agrees ? { state: "on", plan_key: pro.key } : { state: "off", reason: "plan-changed" },
			);
		},
	);

	test("no dearer plan follows without paying, none while a charge is at the bank; one that is given later turns it off", async () => {
		const db = await openTestDb();
		const pro = { ...PLUS, key: "pro-month", title: "Про", price: 99_000 };
		const one = await subscriber(db, shop.yookassa);
		Object.assign(one.context, renewing([PLUS, pro]));
		expect(await turnOn(db, one, renewalTerms(pro), pro.key)).toEqual({ outcome: "impossible" });
		expect(await turnOn(db, one, renewalTerms(pro), "nothing")).toEqual({ outcome: "impossible" });
		const cheap = { ...PLUS, key: "cheap", price: 9_900 };
		Object.assign(one.context, renewing([PLUS, pro, cheap]));
		expect(await turnOn(db, one, renewalTerms(cheap), "cheap")).toEqual({ outcome: "on" });
		await one.live(END - 10 * DAY);
		const grant = { accountId: one.me, grantId: crypto.randomUUID(), plan: pro, reason: "a reason" };
		expect(await grantAsStaff(db, grant, CONSOLE, one.world.now)).toMatchObject({ outcome: "done" });
		await one.tick();
		expect(await one.renewal()).toMatchObject({ state: "off", reason: "plan-changed" });

		const other = await openTestDb();
		const two = await subscriber(other, shop.yookassa);
		Object.assign(two.context, renewing([PLUS, cheap]));
		shop.yookassa.scripted.charges = ["pending"];
		await two.live(END - DAY + 2 * HOUR);
		expect(await two.renewal()).toMatchObject({ state: "charging" });
		expect(await turnOn(other, two, renewalTerms(cheap), "cheap")).toEqual({ outcome: "impossible" });
	});

	test("turned on a day before the end: told first, charged four days later", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		await one.live(END - 20 * DAY);
		await one.stop();
		await one.live(END - DAY);
		const offer = await turnOnOffer(db, one.context, one.me, one.world.now);
		expect(await turnOn(db, one)).toEqual({ outcome: "on" });
		await one.live(END + 2 * DAY);
		expect(one.charges()).toEqual([]);
		await one.live(END + 5 * DAY);
		expect(one.charges()).toHaveLength(1);
		expect((await one.purchases()).at(-1)?.created_at).toBe(offer?.chargeAt);
	});

	test("stopped while a charge is at the bank and turned on again: that charge goes back, one is made as told", async () => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await one.live(END - DAY + 2 * HOUR);
		expect(await one.stop()).toEqual({ outcome: "stopped", charging: true });
		expect(await turnOn(db, one)).toEqual({ outcome: "on" });
		const charge = (await one.purchases()).find(({ kind }) => kind === "renewal");
		shop.yookassa.pay(shop.yookassa.paymentOf(charge?.id ?? "").id);
		await one.live(END + 6 * DAY);
		const made = (await one.purchases()).filter(({ kind }) => kind === "renewal");
		expect(made.map(({ state }) => state)).toEqual(["refunded", "paid"]);
		expect(await one.renewal()).toMatchObject({ state: "on" });
	});

	test("nothing to turn on: no card, no paid time, another plan, not sold any more, switched off", async () => {
		const ends: [string, (one: Subscriber) => Promise<unknown>][] = [
			["no card", ({ unlink }) => unlink()],
			["no paid time", ({ live }) => live(END + DAY)],
			["not sold", async ({ context }) => Object.assign(context, renewing([]))],
			["switched off", async ({ context }) => Object.assign(context, { renewal: null })],
		];
		for (const [name, end] of ends) {
			const db = await openTestDb();
			const one = await subscriber(db, shop.yookassa);
			await one.stop();
			await end(one);
			expect([name, await turnOn(db, one)]).toEqual([name, { outcome: "impossible" }]);
		}
	});
});
