import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { planInForce } from "../../../app/billing/plans/plan-in-force.server.ts";
import { requestRefund } from "../../../app/billing/refunds/refund-purchase.server.ts";
import { advanceRenewal } from "../../../app/billing/renewals/advance-renewal.server.ts";
import { DAY, hourIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { PLUS, renewing } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { DECENT_HOURS, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const RECEIPTS = { vatCode: 1, taxSystem: 2, subject: "service", mode: "full_payment" };
const END = NOON + 30 * DAY;

eachDatabase((openTestDb, name) => {
	test("without the tick nothing is saved; a card that was not saved renews nothing", async () => {
		const db = await openTestDb();
		const { context } = await subscriber(db, shop.yookassa, { agrees: false });
		expect(shop.yookassa.requests.map(({ body }) => body).join()).not.toMatch(/save_payment_method/);
		await subscriber(db, shop.yookassa, { saves: false });
		expect(shop.yookassa.requests.map(({ body }) => body).join()).toMatch(/"save_payment_method":true/);
		expect(await db.selectFrom("renewals").selectAll().execute()).toEqual([]);
		expect(await db.selectFrom("payment_methods").selectAll().execute()).toEqual([]);
		expect(context.logged.join()).not.toMatch(/Error/);
	});

	test("what was agreed to is kept with its words, sum, period, edition and time, and apart from it the withdrawal", async () => {
		const db = await openTestDb();
		const { stop, renewal, card } = await subscriber(db, shop.yookassa);
		expect(await stop()).toEqual({ outcome: "stopped", charging: false });
		const consents = await db.selectFrom("renewal_consents").selectAll().orderBy("act").execute();
		const words = {
			text: expect.stringMatching(/^Сохранить карту и\sпродлевать: 390\s₽ каждые 30\sдней, до\sотмены$/),
			amount: 39_000,
			days: 30,
			plan_key: "plus-month",
			text_version: "2026-11-23",
			offer_version: "2026-11-21",
			at: NOON,
			ip_network: "192.0.2.0/24",
		};
		expect(consents).toMatchObject([
			{ act: "given", ...words },
			{ act: "withdrawn", ...words },
		]);
		expect(await renewal()).toMatchObject({ state: "off", reason: "person", next_at: null });
		expect(await card()).toMatchObject({ title: "Карта ••\u00a04477" });
	});

	test("twelve periods: twelve charges, each told 72 hours before, at a decent hour, to the kopeck", async () => {
		const db = await openTestDb();
		const { me, live, charges, purchases, mailer, renewal } = await subscriber(db, shop.yookassa, {
			receipts: RECEIPTS,
		});
		await live(NOON + 12 * 30 * DAY + HOUR);
		expect(charges()).toHaveLength(12);
		expect(new Set(charges().map(({ key }) => key)).size).toBe(12);
		expect(charges().every(({ amount }) => amount.value === "390.00")).toBe(true);
		// A receipt of each, to whom the person has named.
		const receipts = charges().map(({ receipt }) => [
			receipt?.customer.email,
			receipt?.items[0]?.amount.value,
		]);
		expect(receipts).toEqual(Array(12).fill(["anna@example.ru", "390.00"]));
		const soon = mailer.emails.filter(({ kind }) => kind === "renewal-soon");
		expect(soon.length).toBeGreaterThanOrEqual(12);
		const notices = await db
			.selectFrom("letters")
			.select(["finished_at as at"])
			.where("kind", "=", "renewal-soon")
			.orderBy("created_at")
			.execute();
		const made = (await purchases()).filter(({ kind }) => kind === "renewal");
		expect(made.map(({ state }) => state)).toEqual(Array(12).fill("paid"));
		for (const [index, { created_at }] of made.entries()) {
			expect(created_at - Number(notices[index]?.at)).toBeGreaterThanOrEqual(72 * HOUR);
			expect(DECENT_HOURS).toContain(hourIn(created_at, "Europe/Moscow"));
		}
		// Thirteen periods without a gap.
		expect((await planInForce(db, me, NOON + 12 * 30 * DAY)).paidUntil).toBe(NOON + 13 * 30 * DAY);
		expect(await renewal()).toMatchObject({ state: "on" });
		expect(mailer.emails.filter(({ kind }) => kind === "plan-ends-soon")).toEqual([]);
	});

	test.each([
		["insufficient_funds", 4, "off"],
		["payment_method_limit_exceeded", 4, "off"],
		["issuer_unavailable", 4, "off"],
		["internal_timeout", 4, "off"],
		["general_decline", 2, "paused"],
		["card_expired", 1, "paused"],
		["invalid_csc", 1, "paused"],
		["payment_method_restricted", 1, "paused"],
		["country_forbidden", 1, "paused"],
		["fraud_suspected", 1, "paused"],
		["something_new", 1, "paused"],
		["permission_revoked", 1, "off"],
	] as const)("refused as %s: %i attempts within six days, then %s", async (reason, attempts, state) => {
		const db = await openTestDb();
		const { me, live, charges, renewal, purchases, kinds, card } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = Array(9).fill(reason);
		await live(END + 40 * DAY);
		expect(charges()).toHaveLength(attempts);
		expect(await renewal()).toMatchObject({ state, next_at: null });
		const made = (await purchases())
			.filter(({ kind }) => kind === "renewal")
			.map(({ created_at }) => created_at);
		expect(made).toEqual([END - DAY, END, END + 2 * DAY, END + 5 * DAY].slice(0, attempts));
		expect(kinds().filter((kind) => kind === "renewal-failed")).toHaveLength(attempts - 1);
		expect(kinds()).toContain(state === "paused" ? "renewal-paused" : "renewal-ended");
		expect((await card()) === undefined).toBe(reason === "permission_revoked");
		expect((await planInForce(db, me, END + 40 * DAY)).source).toBe("free");
	});

	test("a late success begins a new period then, and charges nothing backwards", async () => {
		const db = await openTestDb();
		const { me, live, charges, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["insufficient_funds", "insufficient_funds", "insufficient_funds"];
		await live(END + 5 * DAY - HOUR);
		expect((await planInForce(db, me, END + 4 * DAY)).source).toBe("free");
		await live(END + 6 * DAY);
		expect(charges()).toHaveLength(4);
		const late = (await purchases()).at(-1);
		expect(late).toMatchObject({ state: "paid", amount: 39_000, created_at: END + 5 * DAY });
		expect((await planInForce(db, me, END + 6 * DAY)).paidUntil).toBe(END + 35 * DAY);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 35 * DAY, attempt: 0 });
	});

	test("an unlinked card is in no request of the next 400 days, and then in no table and no line of the log", async () => {
		const db = await openTestDb();
		const { live, unlink, charges, card, renewal, context } = await subscriber(db, shop.yookassa);
		await live(END);
		const id = charges()[0].payment_method_id;
		expect(JSON.stringify(shop.yookassa.requests)).toContain(id);
		expect(await unlink()).toEqual({ outcome: "unlinked", title: "Карта ••\u00a04477", charging: false });
		expect(await unlink()).toEqual({ outcome: "no-card" });
		shop.yookassa.requests.length = 0;
		await live(END + 400 * DAY);
		expect(JSON.stringify(shop.yookassa.requests)).not.toContain(id);
		expect(await card()).toBeUndefined();
		expect(await renewal()).toMatchObject({ state: "off", reason: "card-deleted" });
		expect([await everythingIn(db), ...context.logged].filter((text) => text.includes(id))).toEqual([]);
	});

	test("what was sent before the card was unlinked is refunded in full, also when its answer was lost", async () => {
		for (const how of ["pending", "lost", "hangs"] as const) {
			const db = await openTestDb();
			shop.yookassa.requests.length = 0;
			const one = await subscriber(db, shop.yookassa);
			const { live, unlink, charges, purchases, world, tick } = one;
			await live(END - DAY - HOUR);
			if (how === "pending") shop.yookassa.scripted.charges = ["pending"];
			else {
				const lost = how === "hangs" ? "hangs-done" : "500-done";
				shop.yookassa.trouble(
					"POST /payments",
					{ how: lost },
					{ how: "500" },
					{ how: "500" },
					{ how: "500" },
				);
			}
			while (charges().length === 0) {
				world.now += HOUR;
				await tick();
			}
			expect(await unlink()).toMatchObject({ outcome: "unlinked", charging: true });
			shop.yookassa.forgetTroubles();
			const sent = charges().length;
			const id = (await purchases()).at(-1)?.id ?? "";
			if (how === "pending") shop.yookassa.pay(shop.yookassa.paymentOf(id).id);
			await live(world.now + 2 * DAY);
			expect(charges()).toHaveLength(sent);
			expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "refunded" });
			const refunds = await db.selectFrom("refunds").selectAll().execute();
			expect(refunds).toMatchObject([{ amount: 39_000, state: "done", purchase_id: id }]);
			expect((await planInForce(db, one.me, world.now)).paidUntil ?? END).toBe(END);
		}
	});

	test("one payment per period, whatever the answers: lost, unclear for hours, a notification first, three servers", async () => {
		const db = await openTestDb();
		const { live, charges, context, renewal, purchases, world } = await subscriber(db, shop.yookassa);
		await live(END - DAY - HOUR);
		shop.yookassa.trouble(
			"POST /payments",
			{ how: "500-done" },
			{ how: "500" },
			{ how: "breaks" },
			{ how: "429" },
		);
		world.now = END - DAY + HOUR;
		const { id } = await renewal();
		await Promise.all([1, 2, 3].map(() => advanceRenewal(db, withRenewal(context), id, world.now)));
		await live(END);
		expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
		expect([...shop.yookassa.payments.values()].filter(({ status }) => status === "succeeded")).toHaveLength(
			2,
		);
		expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test("a charge that the bank keeps pending for hours is waited for, and nothing else is charged meanwhile", async () => {
		const db = await openTestDb();
		const { me, live, charges, renewal, purchases, world } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END + 5 * HOUR);
		expect(charges()).toHaveLength(1);
		expect(await renewal()).toMatchObject({ state: "charging" });
		shop.yookassa.pay(shop.yookassa.paymentOf((await purchases()).at(-1)?.id ?? "").id);
		await live(world.now + DAY);
		expect(await renewal()).toMatchObject({ state: "on" });
		expect((await planInForce(db, me, world.now)).plan.key).toBe("plus-month");
	});

	test("a charge that hangs after it was made is repeated by its key, and is one payment", async () => {
		const db = await openTestDb();
		const { live, charges, renewal, purchases } = await subscriber(db, shop.yookassa);
		await live(END - DAY - HOUR);
		shop.yookassa.trouble("POST /payments", { how: "hangs" }, { how: "hangs-done" }, { how: "500" });
		await live(END + HOUR);
		expect(charges().length).toBeGreaterThanOrEqual(2);
		expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
		const paid = [...shop.yookassa.payments.values()].filter(({ status }) => status === "succeeded");
		expect([paid.length, (await purchases()).map(({ state }) => state)]).toEqual([2, ["paid", "paid"]]);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test.each(["401", "403"] as const)(
		"%s burns no attempt and tells the operator once; it goes on when the settings are mended",
		async (how) => {
			const db = await openTestDb();
			const { live, charges, renewal, context, purchases } = await subscriber(db, shop.yookassa);
			shop.yookassa.trouble("POST /payments", ...Array(5).fill({ how }));
			await live(END);
			expect(context.logged.filter((line) => line.includes("договоритесь"))).toHaveLength(1);
			expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
			expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
			expect((await purchases()).at(-1)).toMatchObject({ state: "paid", reason: null });
		},
	);

	test("mail that is down for three days postpones the charge, and the day told before is withdrawn", async () => {
		const db = await openTestDb();
		const { live, charges, mailer, renewal, purchases, world } = await subscriber(db, shop.yookassa);
		await live(END - 5 * DAY - HOUR);
		const send = mailer.transport.send;
		mailer.transport.send = async () => ({ result: "later", problem: "down" });
		await live(END - 2 * DAY);
		expect(charges()).toEqual([]);
		mailer.transport.send = send;
		await live(END + 5 * DAY);
		expect(charges()).toHaveLength(1);
		const soon = mailer.emails.filter(({ kind }) => kind === "renewal-soon");
		expect(soon).toHaveLength(1);
		const sent = await db
			.selectFrom("letters")
			.select("finished_at")
			.where("kind", "=", "renewal-soon")
			.where("state", "=", "sent")
			.executeTakeFirstOrThrow();
		expect(Number((await purchases()).at(-1)?.created_at) - Number(sent.finished_at)).toBeGreaterThanOrEqual(
			72 * HOUR,
		);
		expect(await renewal()).toMatchObject({ state: "on" });
		expect(world.now).toBe(END + 5 * DAY);
	});

	test("a higher price, another period or a removed plan charge nothing; a lower price is charged", async () => {
		const changes = [
			[{ ...PLUS, price: 45_000 }, "price", 0],
			[{ ...PLUS, days: 28 }, "price", 0],
			[{ ...PLUS, key: "other" }, "plan-gone", 0],
			[{ ...PLUS, price: 29_900 }, null, 1],
		] as const;
		for (const [plan, reason, count] of changes) {
			const db = await openTestDb();
			shop.yookassa.requests.length = 0;
			const { live, charges, context, renewal, kinds } = await subscriber(db, shop.yookassa);
			Object.assign(context, renewing([plan]));
			await live(END + DAY);
			expect(charges()).toHaveLength(count);
			expect(await renewal()).toMatchObject({ state: count ? "on" : "off", reason });
			expect(kinds().includes("renewal-off")).toBe(count === 0);
			if (count) expect(charges()[0].amount.value).toBe("299.00");
		}
	});

	test("a price that rises between the e-mail and the charge is not charged, nor is one that falls by less", async () => {
		const db = await openTestDb();
		const { live, charges, context, renewal } = await subscriber(db, shop.yookassa);
		await live(END - 2 * DAY);
		Object.assign(context, renewing([{ ...PLUS, price: 45_000 }]));
		await live(END + DAY);
		expect(charges()).toEqual([]);
		expect(await renewal()).toMatchObject({ state: "off", reason: "price" });
	});

	test("a deleted, blocked or refunded account is not charged", async () => {
		for (const end of ["deleted", "blocked", "refunded"] as const) {
			const db = await openTestDb();
			shop.yookassa.requests.length = 0;
			const { me, live, charges, context, input, renewal, world, card } = await subscriber(db, shop.yookassa);
			await live(END - 2 * DAY);
			if (end === "refunded") {
				const ids = { purchaseId: input.purchaseId, refundId: crypto.randomUUID() };
				expect(await requestRefund(db, context, me, ids, world.now)).toEqual({ outcome: "done" });
			} else await db.updateTable("accounts").set({ state: end }).where("id", "=", me).execute();
			await live(END + DAY);
			expect(charges()).toEqual([]);
			expect(await renewal()).toMatchObject({ state: "off" });
			expect((await card()) === undefined).toBe(end !== "refunded");
		}
	});

	test("bought once more by hand: the next charge moves behind it; another plan turns it off", async () => {
		const db = await openTestDb();
		const { me, live, charges, renewal } = await subscriber(db, shop.yookassa);
		await live(END - 2 * DAY);
		await db
			.updateTable("subscriptions")
			.set({ ends_at: END + 30 * DAY })
			.where("account_id", "=", me)
			.execute();
		await live(END + DAY);
		expect(charges()).toEqual([]);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		await db.updateTable("subscriptions").set({ plan_key: "pro" }).where("account_id", "=", me).execute();
		await live(END + 40 * DAY);
		expect(charges()).toEqual([]);
		expect(await renewal()).toMatchObject({ state: "off", reason: "plan-changed" });
	});

	test("a clock that jumps over the charge by weeks tells of another day first", async () => {
		const db = await openTestDb();
		const { live, tick, charges, world, purchases } = await subscriber(db, shop.yookassa);
		await live(END - 2 * DAY);
		world.now = END + 10 * DAY;
		await tick();
		expect(charges()).toEqual([]);
		await live(END + 16 * DAY);
		expect(charges()).toHaveLength(1);
		expect((await purchases()).at(-1)?.created_at).toBeGreaterThanOrEqual(END + 13 * DAY);
	});

	test("while it is switched off nothing is told or charged, and a card can be deleted all the same", async () => {
		const db = await openTestDb();
		const { live, charges, context, unlink, card, kinds } = await subscriber(db, shop.yookassa);
		context.renewal = null;
		await live(END + 2 * DAY);
		expect(charges()).toEqual([]);
		expect(kinds()).not.toContain("renewal-soon");
		expect(await unlink()).toMatchObject({ outcome: "unlinked" });
		expect(await card()).toBeUndefined();
	});

	test("the gateway's id of a card is in no table, file or line of the log in plain text; unlinked, not sealed either", async () => {
		const db = await openTestDb();
		const { charges, live, context, card, unlink } = await subscriber(db, shop.yookassa);
		await live(END);
		const id = charges()[0].payment_method_id;
		const sealed = (await card())?.sealed_id ?? "";
		expect(await everythingIn(db)).toContain(sealed);
		expect(await unlink()).toMatchObject({ outcome: "unlinked" });
		await live(END + 2 * DAY);
		const kept = await everythingIn(db);
		expect([kept.includes(id), kept.includes(sealed), context.logged.join().includes(id)]).toEqual([
			false,
			false,
			false,
		]);
		// What was deleted may stay in the files of SQLite until its place is used anew: sealed, never readable.
		const file = urlOf(db).replace(/^sqlite:/, "");
		if (name === "SQLite")
			for (const path of [file, `${file}-wal`].filter((one) => existsSync(one)))
				expect(readFileSync(path).includes(id)).toBe(false);
	});
});

/** Every row of every table. */
async function everythingIn(db: Db): Promise<string> {
	const tables = await db.introspection.getTables();
	expect(tables.length).toBeGreaterThan(30);
	const rows = tables.map(({ name }) =>
		db
			.selectFrom(name as "renewals")
			.selectAll()
			.execute(),
	);
	return JSON.stringify(await Promise.all(rows));
}

const withRenewal = (context: Parameters<typeof advanceRenewal>[1] | { renewal: unknown }) =>
	context as Parameters<typeof advanceRenewal>[1];
