import { expect, test } from "vitest";
import { blockAccount } from "../../../app/accounts/block-account.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { endBlockedHandler } from "../../../app/billing/renewals/end-blocked.server.ts";
import { grantAsStaff } from "../../../app/billing/staff/grant-as-staff.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { world as accountsWorld } from "../../accounts/world.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { checkoutInput, PLUS } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { CLIENT, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

eachDatabase((openTestDb) => {
	test("a period that was paid by hand is not charged, though its charge waited for the settings", async () => {
		const db = await openTestDb();
		const { me, live, buy, world, renewal, purchases, kinds } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", ...Array(4).fill({ how: "403" }));
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "charging" });
		shop.yookassa.forgetTroubles();
		const byHand = await buy({ agrees: false });
		await live(world.now + 3 * DAY);
		expect([...shop.yookassa.payments.values()].filter(({ status }) => status === "succeeded")).toHaveLength(
			2,
		);
		expect((await purchases()).map(({ kind, state }) => [kind, state])).toEqual([
			["plan", "paid"],
			["renewal", "expired"],
			["plan", "paid"],
		]);
		expect((await purchases()).at(-1)?.id).toBe(byHand);
		expect((await planInForce(db, me, world.now)).paidUntil).toBe(END + 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		expect(kinds()).not.toContain("renewal-charged");
		// And the period after it is charged as ever.
		await live(END + 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 60 * DAY });
	});

	test("a charge that had been sent before the period was paid by hand goes back in full, and the renewal stays on", async () => {
		const db = await openTestDb();
		const { me, live, buy, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END - DAY + 2 * HOUR);
		await buy({ agrees: false });
		const charge = (await purchases()).find(({ kind }) => kind === "renewal");
		shop.yookassa.pay(shop.yookassa.paymentOf(charge?.id ?? "").id);
		await live(world.now + 4 * DAY);
		expect((await purchases()).find(({ kind }) => kind === "renewal")).toMatchObject({ state: "refunded" });
		expect(await db.selectFrom("refunds").select(["amount", "state"]).execute()).toEqual([
			{ amount: 39_000, state: "done" },
		]);
		expect((await planInForce(db, me, world.now)).paidUntil).toBe(END + 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test("a paused renewal tells of the end that was paid for by hand, and charges nothing", async () => {
		const db = await openTestDb();
		const { live, buy, stop, world, renewal, charges, mailer } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["card_expired"];
		await live(END + DAY);
		expect(await renewal()).toMatchObject({ state: "paused" });
		const sent = charges().length;
		await buy({ agrees: false });
		const until = world.now + 30 * DAY;
		expect(await renewal()).toMatchObject({ state: "paused", paid_until: until, next_at: null });
		await live(END + 3 * DAY);
		// So does one whose row is from before it was moved along.
		await db.updateTable("renewals").set({ paid_until: END }).execute();
		await stop();
		await live(world.now + HOUR);
		const email = mailer.emails.find(({ kind }) => kind === "renewal-stopped");
		expect(email?.text).not.toContain("закончил");
		expect(charges()).toHaveLength(sent);
	});

	test("a late charge of an agreement that was stopped goes back, and the new agreement stays on", async () => {
		const db = await openTestDb();
		const { live, buy, stop, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END - DAY + 2 * HOUR);
		expect(await stop()).toEqual({ outcome: "stopped", charging: true });
		await buy({ agrees: true });
		const { id } = await renewal();
		const charge = (await purchases()).find(({ kind }) => kind === "renewal");
		shop.yookassa.pay(shop.yookassa.paymentOf(charge?.id ?? "").id);
		await live(world.now + 4 * DAY);
		expect((await purchases()).find(({ kind }) => kind === "renewal")).toMatchObject({ state: "refunded" });
		expect(await renewal()).toMatchObject({ id, state: "on", reason: null });
	});

	test("a plan that is paid for after a block is granted, and neither saves its card nor renews itself", async () => {
		const db = await openTestDb();
		const { settings } = await accountsWorld(async () => db);
		const { me, context, world, card } = await subscriber(db, shop.yookassa, { agrees: false });
		const input = { ...checkoutInput(), renewalAgreedBy: CLIENT };
		await startPayment(db, context, me, input, world.now);
		const whom = { accountId: me, reason: "a reason" };
		expect(await blockAccount(db, settings, whom, CONSOLE, world.now)).toMatchObject({ outcome: "done" });
		await runDueJobs(db, [endBlockedHandler(db)]);
		shop.yookassa.pay(shop.yookassa.paymentOf(input.purchaseId).id);
		expect(await settlePayment(db, context, input.purchaseId, world.now)).toEqual({ outcome: "paid" });
		expect((await planInForce(db, me, world.now)).paidUntil).toBe(END + 30 * DAY);
		expect(await card()).toBeUndefined();
		expect(await db.selectFrom("renewals").select("id").execute()).toEqual([]);
	});

	test.each([
		["the same plan", PLUS, { state: "on", paid_until: END + 30 * DAY }],
		["another plan", { ...PLUS, key: "pro", price: 99_000 }, { state: "off", reason: "plan-changed" }],
	])("%s granted while a charge is at the bank: the charge goes back", async (_, plan, after) => {
		const db = await openTestDb();
		const { me, live, tick, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END - DAY + 2 * HOUR);
		const grant = { accountId: me, grantId: crypto.randomUUID(), plan, reason: "a reason" };
		expect(await grantAsStaff(db, grant, CONSOLE, world.now)).toMatchObject({ outcome: "done" });
		await tick();
		expect(await renewal()).toMatchObject(after);
		shop.yookassa.pay(shop.yookassa.paymentOf((await purchases()).at(-1)?.id ?? "").id);
		await live(world.now + 4 * DAY);
		expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "refunded" });
		expect((await planInForce(db, me, world.now)).plan.key).toBe(plan.key);
		expect(await renewal()).toMatchObject(after);
	});
});
