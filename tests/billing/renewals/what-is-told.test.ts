import { expect, test } from "vitest";
import { blockAccount, unblockAccount } from "../../../app/accounts/block-account.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { checkPaymentHandler } from "../../../app/billing/payments/check-payments.server.ts";
import { sendExpiryNotices } from "../../../app/billing/plans/expiry-notices.server.ts";
import { requestRefund } from "../../../app/billing/refunds/refund-purchase.server.ts";
import { chargeId } from "../../../app/billing/renewals/charge-id.server.ts";
import { endBlockedHandler } from "../../../app/billing/renewals/end-blocked.server.ts";
import { runRenewals, tellOfExpiringCards } from "../../../app/billing/renewals/run-renewals.server.ts";
import { findStoppable } from "../../../app/billing/renewals/turn-off.server.ts";
import type { Transport } from "../../../app/mail/transport.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { world as accountsWorld } from "../../accounts/world.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { type Subscriber, subscriber } from "./subscriber.ts";

const later: Transport["send"] = async () => ({ result: "later", problem: "down" });

const shop = setUpShop();

const END = NOON + 30 * DAY;

/** Lets the plan end without a model connected. @returns the e-mail about it */
async function endWithoutModel(db: Db, { context, live, world, mailer }: Subscriber) {
	if (context.renewal) context.renewal.hasModel = () => false;
	world.now = END + HOUR;
	await sendExpiryNotices(db, context.sender, { renewal: context.renewal, clock: () => world.now });
	await live(world.now);
	return mailer.emails.find(({ kind }) => kind === "plan-ended")?.text.replaceAll("\u00a0", " ");
}

eachDatabase((openTestDb) => {
	test("where renewals are switched off a plan ends as any other, and no e-mail promises a charge", async () => {
		const db = await openTestDb();
		const { context, live, buy, world, mailer, kinds } = await subscriber(db, shop.yookassa);
		const { renewal } = context;
		const tell = async () => {
			const { sender } = context;
			await sendExpiryNotices(db, sender, { renewal: context.renewal, clock: () => world.now });
			await live(world.now);
		};
		await live(END - 2 * DAY);
		await tell();
		expect(kinds()).not.toContain("plan-ends-soon");
		context.renewal = null;
		await buy({ agrees: false });
		await live(world.now);
		const [first, second] = mailer.emails.filter(({ kind }) => kind === "payment-paid");
		expect(first?.text).toMatch(/Автопродление включено/);
		expect(second?.text).toMatch(/Оплата разовая/);
		world.now = END + 28 * DAY;
		await tell();
		expect(kinds()).toContain("plan-ends-soon");
		world.now = END + 31 * DAY;
		await tell();
		expect(kinds()).toContain("plan-ended");
		context.renewal = renewal;
	});

	test("while no model is connected nothing is told or charged, and with one again it is told of in time first", async () => {
		const db = await openTestDb();
		const { context, live, world, renewal, charges, kinds, mailer } = await subscriber(db, shop.yookassa);
		let hasModel = false;
		if (context.renewal) context.renewal.hasModel = () => hasModel;
		const before = await renewal();
		await live(END - 2 * DAY);
		await sendExpiryNotices(db, context.sender, { renewal: context.renewal, clock: () => world.now });
		await live(END + DAY);
		expect(await renewal()).toEqual(before);
		expect(charges()).toEqual([]);
		expect(kinds()).not.toContain("renewal-soon");
		expect(kinds()).toContain("plan-ends-soon");
		const soon = mailer.emails.find(({ kind }) => kind === "plan-ends-soon")?.text;
		expect(soon?.replaceAll("\u00a0", " ")).toContain(
			"Автопродление приостановлено на сервере и продолжится",
		);
		hasModel = true;
		const since = world.now;
		await live(since + 6 * DAY);
		expect(kinds().filter((kind) => kind.startsWith("renewal-"))).toEqual([
			"renewal-soon",
			"renewal-charged",
		]);
		expect(charges()).toHaveLength(1);
		const { created_at: chargedAt } = await db
			.selectFrom("purchases")
			.select("created_at")
			.where("kind", "=", "renewal")
			.executeTakeFirstOrThrow();
		expect(chargedAt).toBeGreaterThanOrEqual(since + 3 * DAY);
	});

	test("a model that goes while a charge is claimed: it waits, and is sent by its key once there is one again", async () => {
		const db = await openTestDb();
		const { context, live, world, renewal, charges, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", ...Array(4).fill({ how: "403" }));
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "charging" });
		shop.yookassa.forgetTroubles();
		const sent = charges().length;
		let hasModel = false;
		if (context.renewal) context.renewal.hasModel = () => hasModel;
		await live(END + DAY);
		expect(charges()).toHaveLength(sent);
		expect(await renewal()).toMatchObject({ state: "charging" });
		hasModel = true;
		await live(world.now + 2 * HOUR);
		expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
		expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "paid" });
		expect(await renewal()).toMatchObject({ state: "on" });
	});

	test("a plan that ends while a charge of it is at the bank and no model is connected: the e-mail says that we wait", async () => {
		const db = await openTestDb();
		shop.yookassa.scripted.charges = ["pending"];
		const person = await subscriber(db, shop.yookassa);
		await person.live(END - DAY + 2 * HOUR);
		expect(await person.renewal()).toMatchObject({ state: "charging" });
		const text = await endWithoutModel(db, person);
		expect(text).toContain("уже отправлено в банк, ждём ответа");
	});

	test("a plan that ends while a charge that was told of waits for a model: the e-mail promises no other notice", async () => {
		const db = await openTestDb();
		const person = await subscriber(db, shop.yookassa);
		await person.live(END - 3 * DAY);
		const text = await endWithoutModel(db, person);
		expect(text).toContain("О списании мы уже писали");
		expect(text).not.toContain("сначала напишем, не позже");
	});

	test.each([
		["no model", "модель на сервере не была подключена", false],
		["the gateway's refusal of our settings", "платёжный сервис не принял наш запрос", true],
	])("a charge that was never sent for days ends by what has kept it: %s", async (_, words, hasModel) => {
		const db = await openTestDb();
		const { context, live, world, tick, renewal, charges, purchases, mailer } = await subscriber(
			db,
			shop.yookassa,
		);
		shop.yookassa.trouble("POST /payments", ...Array(400).fill({ how: "403" }));
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "charging" });
		const sent = charges().length;
		if (context.renewal) context.renewal.hasModel = () => hasModel;
		await live(END + 5 * DAY);
		if (!hasModel) expect(charges()).toHaveLength(sent);
		shop.yookassa.forgetTroubles();
		if (context.renewal) context.renewal.hasModel = () => true;
		world.now = END + 8 * DAY;
		// The job of the payment comes before the step of the renewal, and sends nothing that late.
		const before = charges().length;
		await runDueJobs(db, [checkPaymentHandler(db, context)], () => world.now);
		await tick();
		expect(charges()).toHaveLength(before);
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		const text = mailer.emails.find(({ kind }) => kind === "renewal-ended")?.text.replaceAll("\u00a0", " ");
		expect(text).toContain(`Списать 390 ₽ за тариф «Плюс» не получилось: ${words}`);
		await live(world.now + 2 * DAY);
		expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "expired" });
		expect(charges()).toHaveLength(before);
	});

	test.each([
		["paid by hand", (one: Subscriber) => one.buy({ agrees: false })],
		["agreed to anew", (one: Subscriber) => one.buy({ agrees: true })],
		["stopped", (one: Subscriber) => one.stop()],
		["without its card", (one: Subscriber) => one.unlink()],
	])("an e-mail about a charge that waits to be sent is withdrawn once the period is %s", async (_, act) => {
		const db = await openTestDb();
		const one = await subscriber(db, shop.yookassa);
		await one.live(END - 5 * DAY - HOUR);
		const { send } = one.mailer.transport;
		one.mailer.transport.send = later;
		await one.live(END - 5 * DAY + HOUR);
		const waiting = () => db.selectFrom("letters").select("id").where("kind", "=", "renewal-soon").execute();
		expect(await waiting()).toHaveLength(1);
		await act(one);
		expect(await waiting()).toEqual([]);
		one.mailer.transport.send = send;
		await one.live(END - DAY);
		expect(one.kinds()).not.toContain("renewal-soon");
	});

	test("five days before the end an e-mail says sum and day, with a link that turns it off for seven days", async () => {
		const db = await openTestDb();
		const { live, mailer, kinds, charges } = await subscriber(db, shop.yookassa);
		const told = END - 5 * DAY;
		await live(told - HOUR);
		expect(kinds()).not.toContain("renewal-soon");
		await live(told);
		const soon = mailer.emails.find(({ kind }) => kind === "renewal-soon");
		const text = soon?.text.replaceAll("\u00a0", " ") ?? "";
		expect(text).toContain("\nСумма: 390 ₽\nДень: 20 декабря 2026\nКарта: Карта •• 4477\n");
		expect(text).not.toMatch(/GMT|UTC|undefined|null/);
		const token = /\/payment\/renewal\/stop\?token=([\w-]{43})\n/.exec(text)?.[1] ?? "";
		// Charged meanwhile, it turns off what is to come.
		await live(told + 6 * DAY);
		expect(charges()).toHaveLength(1);
		expect(await findStoppable(db, token, told + 7 * DAY - 1)).toMatchObject({ plan: "Плюс" });
		expect(await findStoppable(db, token, told + 7 * DAY)).toBeNull();
	});

	test("after the end no e-mail says that the paid time lasts", async () => {
		const db = await openTestDb();
		shop.yookassa.scripted.charges = Array.from({ length: 4 }, () => "insufficient_funds" as const);
		const { live, stop, world, mailer, renewal } = await subscriber(db, shop.yookassa);
		const wordsOf = (kind: string) =>
			mailer.emails.find((email) => email.kind === kind)?.text.replaceAll("\u00a0", " ");
		await live(END + DAY);
		const retrying = await renewal();
		await stop();
		await live(world.now);
		expect(wordsOf("renewal-stopped")).toContain(
			"Тариф «Плюс» закончился 21 декабря 2026, действует бесплатный.",
		);
		await db
			.updateTable("renewals")
			.set({ state: retrying.state, reason: retrying.reason, next_at: retrying.next_at })
			.execute();
		await live(END + 6 * DAY);
		expect(wordsOf("renewal-ended")).toContain(
			"Оплаченное время закончилось 21 декабря 2026, действует бесплатный тариф.",
		);
	});

	test("tried again after the end, the e-mails say that the time is over, and name the last attempt once", async () => {
		const db = await openTestDb();
		shop.yookassa.scripted.charges = Array.from({ length: 4 }, () => "insufficient_funds" as const);
		const { live, mailer } = await subscriber(db, shop.yookassa);
		await live(END + 3 * DAY);
		const failed = mailer.emails
			.filter(({ kind }) => kind === "renewal-failed")
			.map(({ text }) => text.replaceAll("\u00a0", " "));
		expect(failed).toHaveLength(3);
		expect(failed[0]).toContain("Оплаченное время — до ");
		expect(failed[0]).toMatch(/\nСледующая попытка: .*\nПоследняя попытка: /);
		expect(failed[2]).toContain("Оплаченное время закончилось ");
		expect(failed[2]).not.toContain("Оплаченное время — до");
		expect(failed[2]).toMatch(/\nПоследняя попытка: /);
		expect(failed[2]).not.toContain("Следующая попытка");
	});

	test("a payment that has turned off the renewal of another plan says so in its e-mail", async () => {
		const db = await openTestDb();
		const { buy, live, world, mailer, renewal } = await subscriber(db, shop.yookassa);
		// Of e-mails that are due together the one or the other may leave first.
		await live(world.now);
		await db
			.updateTable("renewals")
			.set({ plan_key: "pro-month", plan: JSON.stringify({ key: "pro-month", title: "Про" }) })
			.execute();
		await buy({ agrees: false });
		await live(world.now);
		expect(await renewal()).toMatchObject({ state: "off", reason: "plan-changed" });
		const [first, second] = mailer.emails
			.filter(({ kind }) => kind === "payment-paid")
			.map(({ text }) => text.replaceAll("\u00a0", " "));
		expect(first).not.toContain("выключено: у вас теперь другой тариф");
		expect(second).toContain("Автопродление тарифа «Про» выключено: у вас теперь другой тариф.");
	});

	test("a refund that has turned the renewal off says so in its e-mail", async () => {
		const db = await openTestDb();
		const { context, me, input, live, world, mailer } = await subscriber(db, shop.yookassa);
		world.now = NOON + 10 * DAY;
		const ids = { purchaseId: input.purchaseId, refundId: crypto.randomUUID() };
		expect(await requestRefund(db, context, me, ids, world.now)).toEqual({ outcome: "done" });
		await live(world.now + HOUR);
		const text = mailer.emails.find(({ kind }) => kind === "refunded")?.text.replaceAll("\u00a0", " ");
		expect(text).toContain("Автопродление при этом выключилось");
		expect(text).toContain("Теперь действует бесплатный тариф");
	});

	test("the e-mail about a charge is a voucher: date, number, sum, card, receipt, and the next charge", async () => {
		const db = await openTestDb();
		const { live, mailer, purchases, context } = await subscriber(db, shop.yookassa);
		context.makesReceipts = true;
		await live(END);
		const { text } = mailer.emails.find(({ kind }) => kind === "renewal-charged") ?? {};
		const plain = text?.replaceAll("\u00a0", " ");
		for (const line of [
			"Действует до: 20 января 2027",
			"Сумма: 390,00 ₽",
			"Способ: Карта •• 4477",
			"Дата оплаты: 20 декабря 2026 в 12:00 по Москве",
			`Номер платежа: ${(await purchases()).at(-1)?.id}`,
			"Чек: Придёт отдельным письмом на anna@example.ru",
			"Следующее списание: 390 ₽, 19 января 2027",
		])
			expect(plain).toContain(`\n${line}\n`);
		expect(plain).toContain("За пять дней до конца срока напишем снова.");
	});

	test("an attempt that was made before ends the renewal with an e-mail, too", async () => {
		const db = await openTestDb();
		const { me, live, renewal, kinds, purchases, charges } = await subscriber(db, shop.yookassa);
		await live(END - 2 * DAY);
		const [bought] = await purchases();
		if (!bought) throw new Error("Nothing was bought");
		const id = chargeId((await renewal()).id, END, 1);
		const attempt = { ...bought, id, kind: "renewal", state: "canceled", gateway_id: null } as const;
		await db
			.insertInto("purchases")
			.values({ ...attempt, account_id: me })
			.execute();
		await live(END);
		expect(charges()).toEqual([]);
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		expect(kinds()).toContain("renewal-ended");
	});

	test.each([
		["the bank has refused each attempt", "insufficient_funds", "не хватило денег или сработал лимит", false],
		["the bank has never answered", "pending", "банк не ответил", false],
		["its holder has forbidden charges", "permission_revoked", "вы запретили списания в банке", true],
	] as const)("the e-mail about the end says why: %s", async (_, answer, words, isDeleted) => {
		const db = await openTestDb();
		shop.yookassa.scripted.charges = Array.from({ length: 4 }, () => answer);
		const { live, mailer, card } = await subscriber(db, shop.yookassa);
		await live(END + 7 * DAY);
		const text = mailer.emails.find(({ kind }) => kind === "renewal-ended")?.text.replaceAll("\u00a0", " ");
		expect(text).toContain(`Списать 390 ₽ за тариф «Плюс» не получилось: ${words}`);
		expect(text?.includes("Карту мы удалили")).toBe(isDeleted);
		expect((await card()) === undefined).toBe(isDeleted);
	});

	test.each([
		["on", "stop", undefined],
		["on", "unlink", undefined],
		["paused", "stop", "card_expired"],
		["paused", "unlink", "card_expired"],
	] as const)(
		"one that was %s tells of «%s», and that the card is deleted where it is",
		async (state, act, answer) => {
			const db = await openTestDb();
			if (answer) shop.yookassa.scripted.charges = [answer];
			const one = await subscriber(db, shop.yookassa);
			await one.live(answer ? END - DAY + HOUR : END - 2 * DAY);
			expect(await one.renewal()).toMatchObject({ state });
			await one[act]();
			await one.live(one.world.now);
			const stopped = one.mailer.emails.filter(({ kind }) => kind === "renewal-stopped");
			expect(stopped).toHaveLength(1);
			const text = stopped[0]?.text.replaceAll("\u00a0", " ") ?? "";
			expect(text).toContain("Карта: Карта •• 4477");
			expect(text.includes("Карту мы удалили")).toBe(act === "unlink");
		},
	);

	test("who was blocked is charged no more, also after an unblocking a moment later", async () => {
		const db = await openTestDb();
		const { settings } = await accountsWorld(async () => db);
		const { me, live, renewal, card, charges, world } = await subscriber(db, shop.yookassa);
		const whom = { accountId: me, reason: "a reason" };
		expect(await blockAccount(db, settings, whom, CONSOLE, world.now)).toMatchObject({ outcome: "done" });
		expect(await unblockAccount(db, settings, whom, CONSOLE, world.now)).toMatchObject({ outcome: "done" });
		await runDueJobs(db, [endBlockedHandler(db)]);
		expect(await renewal()).toMatchObject({ state: "off", reason: "account" });
		expect(await card()).toBeUndefined();
		await live(END);
		expect(charges()).toEqual([]);
	});

	test("a card that ends is told of once, a month before, and not by the rounds of the charges", async () => {
		const db = await openTestDb();
		const { context, kinds, live, tick, world } = await subscriber(db, shop.yookassa);
		await db
			.updateTable("payment_methods")
			.set({ expires_at: NOON + 40 * DAY })
			.execute();
		await live(NOON + 9 * DAY);
		expect(kinds()).not.toContain("card-expiring");
		world.now = NOON + 11 * DAY;
		await runRenewals(db, context, { clock: () => world.now });
		expect(await db.selectFrom("letters").where("kind", "=", "card-expiring").select("id").execute()).toEqual(
			[],
		);
		await tick();
		await tick();
		expect(kinds().filter((kind) => kind === "card-expiring")).toHaveLength(1);
	});

	test("a card whose end cannot be told keeps that of no other from being told", async () => {
		const db = await openTestDb();
		const { context } = await subscriber(db, shop.yookassa);
		await subscriber(db, shop.yookassa);
		await db
			.updateTable("payment_methods")
			.set({ expires_at: NOON + 40 * DAY })
			.execute();
		let locks = 0;
		const broken = failingDatabase(db, (statement) => touches(statement, "accounts") && ++locks === 1);
		const telling = tellOfExpiringCards(broken, context, { clock: () => NOON + 11 * DAY });
		await expect(telling).rejects.toMatchObject({ errors: { length: 1 } });
		const told = await db.selectFrom("letters").where("kind", "=", "card-expiring").select("id").execute();
		expect(told).toHaveLength(1);
	});
});
