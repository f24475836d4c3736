import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOfToken } from "../../../app/accounts/tokens/secrets.server.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let person: Person;
let db: DatabaseSync;
beforeAll(async () => {
	const env = { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model", YOOKASSA_RENEWAL: "1" };
	instance = await startInstance({ env });
	person = await new Person(instance).register();
	db = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
});
afterAll(async () => {
	db?.close();
	await instance?.stop();
});

const mainOf = async (response: Response) => /<main.*<\/main>/s.exec(await response.text())?.[0] ?? "";
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const page = async (path: string) => mainOf(await person.fetch(path));
const see = async (path: string) => textOf(await page(path));
const TERMS = "39000/30";

/** Buys «Плюс» in the sandbox. @returns the payment's id */
async function buy(fields: Record<string, string>, card: Record<string, string> = {}) {
	const paymentId = crypto.randomUUID();
	const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: "buh@pochta.ru" };
	const started = await person.post("/payment", { ...order, ...fields });
	expect(started.status).toBe(303);
	await person.post("/payment/sandbox", { paymentId, outcome: "pay", ...card });
	return paymentId;
}

const renewals = () => db.prepare("select state, reason from renewals").all();
const cards = () => db.prepare("select id, title from payment_methods").all();

describe("renewal, where the operator has switched it on", () => {
	test("the box is not ticked, says sum and period, and buying works without it", async () => {
		const html = await page("/payment?plan=plus-month");
		expect(html).toMatch(/<input[^>]*name="renew"/);
		expect(html).not.toMatch(/<input[^>]*name="renew"[^>]*checked/);
		const text = textOf(html);
		for (const words of [
			"Сохранить карту и продлевать: 390 ₽ каждые 30 дней, до отмены",
			"Без отметки оплата разовая",
			// And not before the charge, which is a day before that end.
			"За 5 дней до конца срока напишем на вашу почту",
		])
			expect(text).toContain(words);
		expect(await see(`/payment/success?payment=${await buy({})}`)).toContain("Оплата прошла");
		expect([renewals(), cards()]).toEqual([[], []]);
		expect(await page("/payment")).not.toContain("data-renewal");
	});

	test("terms that have changed are asked for anew: nothing is bought, the box is empty, the e-mail stays", async () => {
		const response = await person.post("/payment", {
			intent: "pay",
			planKey: "plus-month",
			paymentId: crypto.randomUUID(),
			receiptEmail: "buh@pochta.ru",
			renew: "on",
			renewTerms: "29000/30",
		});
		expect(response.status).toBe(400);
		const html = await mainOf(response);
		expect(textOf(html)).toContain("Отметка автопродления устарела");
		expect(html).not.toMatch(/<input[^>]*name="renew"[^>]*checked/);
	});

	test("the form whose box was unticked, or e-mail mended, after its first press comes back as a new order", async () => {
		const first = { intent: "pay", planKey: "plus-month", paymentId: crypto.randomUUID() };
		const ticked = { ...first, receiptEmail: "bhu@pochta.ru", renew: "on", renewTerms: TERMS };
		expect((await person.post("/payment?plan=plus-month", ticked)).status).toBe(303);
		const mended = { ...ticked, receiptEmail: "buh@pochta.ru" };
		for (const fields of [mended, { ...mended, renew: "", renewTerms: "" }]) {
			const response = await person.post("/payment?plan=plus-month", fields);
			expect(response.status).toBe(400);
			const html = await mainOf(response);
			expect(textOf(html)).toContain("Проверьте, всё ли верно, и нажмите кнопку ещё раз");
			expect(html).toMatch(/name="receiptEmail"[^>]*value="buh@pochta.ru"/);
			expect(/<input[^>]*name="renew"[^>]*checked/.test(html)).toBe(fields.renew === "on");
			const paymentId = /name="paymentId" value="([^"]+)"/.exec(html)?.[1] ?? "";
			expect(paymentId).not.toBe(first.paymentId);
			const again = await person.post("/payment?plan=plus-month", { ...fields, paymentId });
			expect(again.headers.get("Location")).toContain(`/payment/sandbox?payment=${paymentId}`);
			const order =
				"select receipt_email, renewal_consent_id is not null as renews from purchases where id = ?";
			expect(db.prepare(order).get(paymentId)).toEqual({
				receipt_email: "buh@pochta.ru",
				renews: Number(fields.renew === "on"),
			});
		}
	});

	test("a card that was not saved leaves a payment for once, and the page says so", async () => {
		const id = await buy({ renew: "on", renewTerms: TERMS }, { save: "no" });
		expect(await see(`/payment/success?payment=${id}`)).toContain("Способ оплаты не сохранился");
		expect([renewals(), cards()]).toEqual([[], []]);
	});

	test("bought with renewal: the page says what is charged when, and «Не продлевать» and «Удалить карту» end it", async () => {
		const id = await buy({ renew: "on", renewTerms: TERMS }, { save: "yes" });
		expect(await see(`/payment/success?payment=${id}`)).toMatch(
			/Автопродление включено: 390 ₽.*За 5 дней до конца срока напишем/,
		);
		const html = await page("/payment");
		expect(html).toContain('data-renewal="on"');
		expect(textOf(html)).toContain("Тестовая карта");
		expect(textOf(html)).toMatch(/Заранее, .*, напишем на/);
		// What ends it says so before it is done.
		expect(await see("/payment?plan=pro-month")).toContain(
			"Прежнее автопродление («Плюс») после оплаты выключится.",
		);
		expect(await see("/payment?plan=plus-month")).not.toContain("Прежнее автопродление");
		expect(await see("/account?do=delete")).toContain(
			"Автопродление выключится, сохранённая карта удалится.",
		);
		expect(db.prepare("select act, amount, days from renewal_consents").all()).toContainEqual({
			act: "given",
			amount: 39_000,
			days: 30,
		});
		// Beside the other consents; a box ticked for a purchase that nobody pays for changes nothing in force.
		const ticked = await person.post("/payment", {
			intent: "pay",
			planKey: "pro-month",
			paymentId: crypto.randomUUID(),
			receiptEmail: "buh@pochta.ru",
			renew: "on",
			renewTerms: "99000/30",
		});
		expect(ticked.status).toBe(303);
		const day = String.raw`\d{1,2} [а-я]+ \d{4}`;
		expect(await see("/account")).toMatch(
			new RegExp(
				`Автопродление тарифа Принято ${day}, редакция от 23 ноября 2026: «Сохранить карту и продлевать: 390 ₽ ` +
					"каждые 30 дней, до отмены». Чтобы отозвать это согласие, выключите автопродление",
			),
		);
		expect(await page("/account")).toContain('href="/payment#renewal"');
		const stopped = await person.post("/payment", { intent: "stop-renewal" });
		expect([stopped.status, stopped.headers.get("Location")]).toEqual([303, "/payment?did=stopped"]);
		expect(await see("/payment?did=stopped")).toContain("Карта больше не спишется");
		expect(renewals()).toEqual([{ state: "off", reason: "person" }]);
		expect(await see("/account")).toMatch(
			new RegExp(
				`Автопродление тарифа Отозвано ${day}, редакция от 23 ноября 2026: «Сохранить карту и продлевать: 390 ₽ ` +
					"каждые 30 дней, до отмены»",
			),
		);
		// The page of the payment, opened again: its card was saved.
		const outcome = await see(`/payment/success?payment=${id}`);
		expect(outcome).toContain("Автопродление с тех пор выключено");
		expect(outcome).not.toContain("не сохранился");
		const methodId = String(cards()[0]?.id);
		const stranger = await new Person(instance).register();
		await stranger.post("/payment", { intent: "unlink-card", methodId });
		expect(cards()).toHaveLength(1);
		await person.post("/payment", { intent: "unlink-card", methodId });
		expect(cards()).toEqual([]);
		expect(await see("/payment?did=unlinked")).toContain("Карта удалена");
		expect(await page("/payment")).toContain('data-renewal="off"');
		expect(await see("/payment")).toContain("Продлить можно вручную");
		expect(await see("/account?do=delete")).not.toContain("Автопродление выключится");
		expect(await see("/payment?plan=pro-month")).not.toContain("Прежнее автопродление");
	});

	test("the page says what has become of the e-mail about the charge, and that a charge was postponed", async () => {
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		const until = Number(db.prepare("select paid_until from renewals").get()?.paid_until);
		const letter = String(db.prepare("select id from letters limit 1").get()?.id);
		// Its day is over, and it is not posted yet: a day that was is not told as one to come.
		const dayOf = (at: number) =>
			new Intl.DateTimeFormat("ru", { day: "numeric", month: "long", timeZone: "Europe/Moscow" }).format(at);
		const end = db.prepare("update renewals set paid_until = ?");
		end.run(Date.now() + 86_400_000);
		expect(await see("/payment")).toMatch(/Заранее, \d+ [а-я]+, напишем/);
		expect(await see("/payment")).not.toContain(`Заранее, ${dayOf(Date.now() - 4 * 86_400_000)},`);
		expect(await see("/payment")).not.toMatch(
			new RegExp(`включено: 390 ₽, (${dayOf(Date.now())}|${dayOf(Date.now() + 86_400_000)}) `),
		);
		end.run(until);
		const set = db.prepare("update renewals set notice_id = ?, charge_at = ?, charge_amount = 39000");
		set.run("not-sent", until - 86_400_000);
		expect(await see("/payment")).toMatch(/Автопродление включено: 390 ₽.*Отправляем об этом письмо на/);
		// From the outbox, days before the round that checks it.
		set.run(letter, until - 86_400_000);
		db.prepare("update letters set state = 'sent', finished_at = ? where id = ?").run(Date.now(), letter);
		expect(await see("/payment")).toMatch(/Автопродление включено: 390 ₽.*Письмо об этом ушло на/);
		set.run("not-sent", until + 3 * 86_400_000);
		expect(await see("/payment")).toMatch(
			/Отложено Списание 390 ₽ перенесено на .*: предупреждение не дошло вовремя.*Отправляем/,
		);
		expect(await page("/payment")).toContain('data-renewal="on"');
		db.exec("delete from subscriptions");
		db.exec("update renewals set state = 'off', reason = 'failed', method_id = null");
		db.exec("delete from payment_methods");
		expect(await see("/payment")).toMatch(
			/Списать деньги не получилось\. Сохранённой карты нет, списаний не будет\. Подключить «Плюс»/,
		);
	});

	test("a charge that was refused: when it is tried again, or that another card is needed, and what can be done", async () => {
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		const set = db.prepare("update renewals set state = ?, reason = ?, next_at = ?");
		set.run("retrying", "insufficient_funds", Date.now() + 2 * 86_400_000);
		const retrying = await page("/payment");
		expect(retrying).toContain('data-renewal="retrying"');
		expect(textOf(retrying)).toMatch(
			/Не прошла.*Оплата 390 ₽ не прошла, попробуем .*Причина: .*Ничего не списано\. Последняя попытка/,
		);
		for (const words of ["Оплатить сейчас", "Другая карта", "Не продлевать", "Удалить карту"])
			expect(textOf(retrying)).toContain(words);
		expect(textOf(retrying)).toMatch(/Текущий тариф Плюс .*Оплачено до/);
		expect(textOf(retrying)).not.toContain("продлится сам");
		// The last attempt is named as such, and time that is over is not told as to come.
		const until = db.prepare("select paid_until from renewals").get()?.paid_until ?? null;
		const time = db.prepare("update renewals set attempt = ?, paid_until = ?");
		time.run(3, Date.now() - 3 * 86_400_000);
		const last = await see("/payment");
		expect(last).toMatch(
			/Оплаченное время закончилось .*, действует бесплатный тариф\. Эта попытка — последняя/,
		);
		expect(last).not.toContain("Последняя попытка —");
		time.run(1, until);
		// What can be paid stands with what is told, apart from what ends it.
		expect(retrying.indexOf("Другая карта")).toBeLessThan(retrying.indexOf("renewal-foot"));
		expect(retrying.indexOf("Не\u00a0продлевать")).toBeGreaterThan(retrying.indexOf("renewal-foot"));
		set.run("paused", "card_expired", null);
		const paused = await page("/payment");
		expect(paused).toContain('data-renewal="paused"');
		expect(textOf(paused)).toMatch(/Приостановлено.*Нужна другая карта.*Ничего не списано/);
		expect(textOf(paused)).toContain("Причина: срок карты вышел.");
		expect(textOf(paused)).toMatch(/начнёт действовать бесплатный тариф/);
		for (const words of ["Новая карта", "Не продлевать", "Удалить карту"])
			expect(textOf(paused)).toContain(words);
		expect(textOf(paused)).not.toContain("продлится сам");
		// Five days after the end it may still be so.
		db.prepare("update renewals set paid_until = ?").run(Date.now() - 86_400_000);
		db.exec("delete from subscriptions");
		const over = textOf(await page("/payment"));
		expect(over).toMatch(/Оплаченное время закончилось .*, действует бесплатный тариф/);
		expect(over).not.toContain("начнёт действовать");
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
		expect([renewals(), cards()]).toEqual([[{ state: "off", reason: "card-deleted" }], []]);
		expect(textOf(await page("/payment?did=stopped"))).toMatch(
			/Карта больше не спишется\. Тариф «Плюс» закончился .*, действует бесплатный/,
		);
	});

	test("bought by hand while its renewal is on, retried or paused, the plan says what the renewal does then", async () => {
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		const set = db.prepare("update renewals set state = ?, reason = null, next_at = ?");
		const checkout = "/payment?plan=plus-month";
		for (const [state, words] of [
			[
				"on",
				/Автопродление этого тарифа уже включено: .* следующее списание — \d+ .*карта останется прежней/,
			],
			["charging", /уже включено: .*уже отправлено в банк, вернём полностью/],
			["retrying", /включено, хотя списание не прошло: .*следующее списание — \d+ .*с той же карты/],
		] as const) {
			set.run(state, Date.now() + 2 * 86_400_000);
			const text = await see(checkout);
			expect(text).toMatch(words);
			expect(text).not.toContain("Без отметки оплата разовая");
			expect(await see("/payment?plan=plus-year")).toContain("Без отметки оплата разовая");
			expect(await see(`/payment/success?payment=${await buy({})}`)).toMatch(
				/Автопродление включено: 390 ₽, \d+ .*За 5 дней до конца срока напишем/,
			);
			expect(renewals()).toEqual([{ state: "on", reason: null }]);
		}
		set.run("paused", null);
		expect(await see(checkout)).toMatch(/тарифа приостановлено\. Без отметки .*само ничего не спишется/);
		expect(await see(`/payment/success?payment=${await buy({})}`)).toContain(
			"Автопродление этого тарифа приостановлено: само ничего не спишется",
		);
		expect(renewals()).toEqual([{ state: "paused", reason: null }]);
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
		expect(await see(checkout)).toContain("Без отметки оплата разовая");
		db.exec("delete from subscriptions");
	});

	test("once the plan costs more than agreed, all pages say that nothing is charged without a new consent", async () => {
		for (const table of ["renewals", "payment_methods", "subscriptions"]) db.exec(`delete from ${table}`);
		person = await new Person(instance).register();
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		db.exec("update renewals set plan = json_set(plan, '$.price', 29000)");
		const html = await page("/payment");
		expect(textOf(html)).not.toMatch(/продлится сам|Автопродление включено/);
		expect(textOf(html)).toMatch(/Не продлится .*Цена или срок тарифа изменились.*действует до \d+/);
		expect(html).toMatch(/<a[^>]*href="\/payment\/renewal"[^>]*>.*Согласиться на\sновую цену/s);
		const checkout = await see("/payment?plan=plus-month");
		expect(checkout).toContain("по новой цене не спишется: нужно новое согласие");
		expect(checkout).not.toContain("уже включено");
		const outcome = await see(`/payment/success?payment=${await buy({})}`);
		expect(outcome).toContain("по новой цене без нового согласия ничего не спишется");
		expect(outcome).not.toContain("Автопродление включено");
		expect((await person.post("/payment/renewal", { renew: "on", renewTerms: TERMS })).status).toBe(303);
		expect(await see("/payment")).toMatch(/продлится сам.*Автопродление включено: 390 ₽/);
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
		db.exec("delete from subscriptions");
	});

	test("bought while another plan's renewal is on: checkout and outcome say that it ends, paused too", async () => {
		// A person may order so many times in an hour.
		for (const table of ["renewals", "payment_methods", "subscriptions"]) db.exec(`delete from ${table}`);
		person = await new Person(instance).register();
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		db.exec("update renewals set state = 'paused', reason = 'card_expired', next_at = null");
		const ends = "Прежнее автопродление («Плюс») после оплаты выключится.";
		expect(await see("/payment?plan=pro-month")).toContain(ends);
		expect(await see(`/payment/success?payment=${await buy({ planKey: "pro-month" })}`)).toContain(
			"Автопродление тарифа «Плюс» выключено: у вас теперь другой тариф.",
		);
		expect(renewals()).toEqual([{ state: "off", reason: "plan-changed" }]);
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
		db.exec("delete from subscriptions");
	});

	test("the outcome of a payment that is going back says so, and promises no plan", async () => {
		const id = await buy({});
		await person.fetch(`/payment/success?payment=${id}`);
		db.prepare(
			`insert into refunds (id, purchase_id, account_id, amount, time_taken, state, created_at, check_at)
			select ?, id, account_id, amount, 0, 'started', ended_at, null from purchases where id = ?`,
		).run(crypto.randomUUID(), id);
		db.exec("delete from subscriptions");
		const outcome = await see(`/payment/success?payment=${id}`);
		expect(outcome).toMatch(/Возвращаем деньги Вернём 390 ₽: возврат уже оформляется\. Деньги придут туда/);
		expect(outcome).not.toMatch(/Оплата прошла|Её время закончилось/);
		// Refused for good: it gave no plan, so that none is in force again, and all of the money can be asked for.
		db.prepare("update refunds set state = 'refused', ended_at = created_at where purchase_id = ?").run(id);
		const shown = await see(`/payment?show=${id}`);
		expect(shown).toContain("Деньги ваши: напишите нам, вернём другим способом");
		expect(shown).not.toContain("снова действует");
		expect(await see(`/payment?refund=${id}`)).toMatch(
			/Вернём 390,00 ₽ Тариф за эти деньги не подключался, поэтому вернём всю сумму\. В вашем тарифе ничего/,
		);
		db.prepare("delete from refunds where purchase_id = ?").run(id);
	});

	test("the sandbox's page plays how the later charges of a saved card end, for its owner alone", async () => {
		const paymentId = await buy({ renew: "on", renewTerms: TERMS }, { save: "yes", later: "card_expired" });
		await person.fetch(`/payment/success?payment=${paymentId}`);
		const later = () => db.prepare("select later from sandbox_payments where id = ?").get(paymentId);
		expect(later()).toEqual({ later: "card_expired" });
		const sandbox = await page(`/payment/sandbox?payment=${paymentId}`);
		expect(sandbox).toMatch(/<select[^>]*name="later"/);
		// A text browser would show the value of a button, and sends a word of its own.
		expect(sandbox).toMatch(/<button[^>]*name="outcome=later"/);
		expect(sandbox).not.toMatch(/<button[^>]* value=/);
		const form = { paymentId, outcome: "later", later: "insufficient_funds" };
		const stranger = await new Person(instance).register();
		expect((await stranger.post("/payment/sandbox", form)).status).toBe(404);
		expect((await person.post("/payment/sandbox", form)).headers.get("Location")).toBe("/payment");
		expect(later()).toEqual({ later: "insufficient_funds" });
		const pressed = { paymentId, "outcome=later": "BUTTON", later: "card_expired" };
		expect((await person.post("/payment/sandbox", pressed)).headers.get("Location")).toBe("/payment");
		expect(later()).toEqual({ later: "card_expired" });
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
	});

	test("«Включить снова»: the box is empty and asked for, its terms have to be those of now, nothing is paid", async () => {
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		// While it is on there is nothing to turn on.
		const early = await person.fetch("/payment/renewal", { redirect: "manual" });
		expect([early.status, early.headers.get("Location")]).toEqual([303, "/payment"]);
		await person.post("/payment", { intent: "stop-renewal" });
		expect(await page("/payment")).toMatch(/<a[^>]*href="\/payment\/renewal"[^>]*>.*Включить снова/s);
		const html = await page("/payment/renewal");
		expect(html).not.toMatch(/<input[^>]*name="renew"[^>]*checked/);
		for (const words of [
			"Продлевать: 390 ₽ каждые 30 дней, до отмены",
			"Сейчас к оплате 0 ₽",
			"Тестовая карта",
			"За 5 дней до конца срока напишем на",
		])
			expect(textOf(html)).toContain(words);
		const outdated = { renew: "on", renewTerms: TERMS, offerVersion: "2000-01-01" };
		expect(textOf(await mainOf(await person.post("/payment/renewal", outdated)))).toContain(
			"Оферта изменилась",
		);
		const unticked = await person.post("/payment/renewal", { renewTerms: TERMS });
		expect(unticked.status).toBe(400);
		expect(textOf(await mainOf(unticked))).toContain("Отметьте, если согласны на автопродление");
		const stale = await person.post("/payment/renewal", { renew: "on", renewTerms: "1/30" });
		expect([stale.status, textOf(await mainOf(stale))]).toEqual([
			400,
			expect.stringContaining("Отметка автопродления устарела"),
		]);
		expect(renewals()).toEqual([{ state: "off", reason: "person" }]);
		const payments = db.prepare("select count(*) as count from purchases");
		const before = payments.get();
		const done = await person.post("/payment/renewal", { renew: "on", renewTerms: TERMS });
		expect([done.status, done.headers.get("Location")]).toEqual([303, "/payment?did=on"]);
		expect(payments.get()).toEqual(before);
		expect(renewals()).toEqual([{ state: "on", reason: null }]);
		expect(await see("/payment?did=on")).toContain("Автопродление включено. Сейчас ничего не списано");
	});

	test("turned on days before the end: the page names the gap, and promises no e-mail five days before", async () => {
		const soon = Date.now() + 2 * 86_400_000;
		const ends = db.prepare("select id, ends_at from subscriptions").all();
		db.prepare("update subscriptions set ends_at = ? where ends_at > ?").run(soon, soon);
		await person.post("/payment", { intent: "stop-renewal" });
		const text = await see("/payment/renewal");
		expect(text).toMatch(/С \d+ [а-я]+ до \d+ [а-я]+ будет действовать «Старт»/);
		expect(text).not.toContain("За 5 дней");
		const back = db.prepare("update subscriptions set ends_at = ? where id = ?");
		for (const { id, ends_at } of ends) back.run(ends_at ?? null, id ?? null);
		await person.post("/payment/renewal", { renew: "on", renewTerms: TERMS });
	});

	test("a cheaper plan follows from the next period on, by a link of its checkout and a box, with nothing paid now", async () => {
		const pro = { planKey: "pro-month", renew: "on", renewTerms: "99000/30" };
		await person.fetch(`/payment/success?payment=${await buy(pro)}`);
		expect(await see("/payment")).toContain("продлится сам");
		const address = "/payment/renewal?plan=plus-month";
		expect(await page("/payment?plan=plus-month")).toMatch(
			/Или\sперейдите на\s«Плюс» без\sоплаты сейчас: <a[^>]*href="\/payment\/renewal\?plan=plus-month"/,
		);
		expect(await page("/payment?plan=pro-year")).not.toContain("/payment/renewal?plan=");
		const early = await person.fetch("/payment/renewal?plan=nothing");
		expect([early.status, early.headers.get("Location")]).toEqual([303, "/payment"]);
		expect(await see(address)).toMatch(
			/Перейти на «Плюс».*Сейчас к оплате 0 ₽ До этого дня действует «Про».*Продлевать: 390 ₽/,
		);
		const unticked = await person.post(address, { renewTerms: TERMS });
		expect([unticked.status, await mainOf(unticked)]).toEqual([
			400,
			expect.stringContaining('action="/payment/renewal?plan=plus-month"'),
		]);
		const done = await person.post(address, { renew: "on", renewTerms: TERMS });
		expect([done.status, done.headers.get("Location")]).toEqual([303, "/payment?did=on"]);
		expect(await see("/payment?did=on")).toMatch(
			/Текущий тариф Про .*потом «Плюс».*Автопродление включено: «Плюс», 390 ₽/,
		);
		expect(await page("/payment?plan=plus-month")).not.toContain("/payment/renewal?plan=");
		// The rest of the file goes on with «Плюс».
		db.exec("delete from renewals");
		db.exec("delete from payment_methods");
		db.exec("delete from subscriptions");
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
	});

	test("another card by paying for the next period, with the box; the card of before is deleted", async () => {
		const [before] = cards();
		const html = await page("/payment/card");
		for (const words of ["Новая карта", "Прежняя (Тестовая карта) после этого удалится", "390 ₽"])
			expect(textOf(html)).toContain(words);
		const paymentId = /name="paymentId" value="([^"]+)"/.exec(html)?.[1] ?? "";
		const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: "buh@pochta.ru" };
		const unticked = await person.post("/payment/card", { ...order, renewTerms: TERMS });
		expect(unticked.status).toBe(400);
		expect(textOf(await mainOf(unticked))).toContain("Отметьте, если согласны на автопродление");
		const ticked = { ...order, renew: "on", renewTerms: TERMS };
		const started = await person.post("/payment/card", ticked);
		expect(started.headers.get("Location")).toContain("/payment/sandbox");
		await person.post("/payment/sandbox", { paymentId, outcome: "pay", save: "yes" });
		await person.fetch(`/payment/success?payment=${paymentId}`);
		expect(cards()).toHaveLength(1);
		expect(cards()[0]?.id).not.toBe(before?.id);
		expect(renewals()).toEqual([{ state: "on", reason: null }]);
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
	});

	test("after a refund the words are true of one by the operator too", async () => {
		const id = await buy({ renew: "on", renewTerms: TERMS });
		await person.fetch(`/payment/success?payment=${id}`);
		await person.post("/payment", { intent: "refund", paymentId: id, refundId: crypto.randomUUID() });
		expect(renewals()).toEqual([{ state: "off", reason: "refund" }]);
		expect(await see("/payment")).toContain("Оформлен возврат денег за тариф. Карта сохранена");
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
	});

	test("the accepted edition of the offer is shown by its day, also where its name says more", async () => {
		db.exec("update consents set document_version = '2026-11-26-renewal' where kind = 'offer'");
		expect(await see("/account")).toMatch(/оферт.*от 26 ноября 2026/i);
		expect(await see("/account")).not.toContain("2026-11-26-renewal");
	});

	test("the days of a yearly plan have their year", async () => {
		const terms = /name="renewTerms" value="([^"]+)"/.exec(await page("/payment?plan=plus-year"))?.[1] ?? "";
		expect(await see("/payment?plan=plus-year")).toMatch(/Следующее списание — \d+ [а-я]+ \d{4}\./);
		const yearly = { planKey: "plus-year", renew: "on", renewTerms: terms };
		expect(await see(`/payment/success?payment=${await buy(yearly)}`)).toMatch(
			/Автопродление включено: [\d ]+ ₽, \d+ [а-я]+ \d{4}\./,
		);
		expect(await see("/payment")).toMatch(
			/Автопродление включено: [\d ]+ ₽, \d+ [а-я]+ \d{4} .*Заранее, \d+ [а-я]+ \d{4}, напишем/,
		);
		await person.post("/payment", { intent: "unlink-card", methodId: String(cards()[0]?.id) });
		db.exec("delete from subscriptions");
	});

	test("the link of the e-mail asks without signing in, changes nothing when it is opened, and ends it once", async () => {
		const id = await buy({ renew: "on", renewTerms: TERMS }, { save: "yes" });
		await person.fetch(`/payment/success?payment=${id}`);
		db.prepare("update renewals set stop_token_hash = ?, stop_token_until = ?").run(
			hashOfToken("a-token"),
			Date.now() + 3_600_000,
		);
		const anybody = new Person(instance);
		const address = "/payment/renewal/stop?token=a-token";
		const opened = await mainOf(await anybody.fetch(address));
		expect(textOf(opened)).toContain("Не продлевать тариф «Плюс»");
		expect(opened).not.toContain(person.email);
		expect(renewals()).toEqual([{ state: "on", reason: null }]);
		const done = await anybody.post(address, { token: "a-token", unlink: "on" });
		expect(textOf(await mainOf(done))).toContain("Автопродление выключено");
		expect([renewals(), cards()]).toEqual([[{ state: "off", reason: "card-deleted" }], []]);
		expect(textOf(await mainOf(await anybody.fetch(address)))).toContain("Ссылка больше не действует");
	});

	test("the link of the e-mail says what is true of a charge on its way, before and after the press", async () => {
		await person.fetch(
			`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS }, { save: "yes" })}`,
		);
		db.prepare("update renewals set stop_token_hash = ?, stop_token_until = ?, state = 'charging'").run(
			hashOfToken("b-token"),
			Date.now() + 3_600_000,
		);
		const anybody = new Person(instance);
		const address = "/payment/renewal/stop?token=b-token";
		const asked = textOf(await mainOf(await anybody.fetch(address)));
		const stopped = textOf(await mainOf(await anybody.post(address, { token: "b-token" })));
		for (const text of [asked, stopped]) {
			expect(text).toContain(
				"Одно списание уже отправлено в банк: если оно пройдёт, вернём деньги полностью.",
			);
			expect(text).not.toContain("Больше ничего не спишется");
		}
		expect(stopped).toMatch(/Автопродление выключено \d+ [а-я]+ \d{4}, \d\d:\d\d\. .* Войти $/);
	});

	test("a link that is only too old says so, and not that the renewal is off", async () => {
		const old = db.prepare("update renewals set state = ?, stop_token_hash = ?, stop_token_until = ?");
		old.run("on", hashOfToken("c-token"), Date.now() - 1);
		const address = "/payment/renewal/stop?token=c-token";
		const anybody = new Person(instance);
		for (const response of [
			await anybody.fetch(address),
			await anybody.post(address, { token: "c-token" }),
		]) {
			const text = textOf(await mainOf(response));
			expect(text).toMatch(
				/Ссылка из письма действует семь дней, они прошли\. Автопродление ещё включено.* Войти и проверить/,
			);
			expect(text).not.toContain("уже выключено");
		}
		expect(await see(address)).toContain("Тарифы и оплата");
		db.exec("update renewals set state = 'off'");
		expect(await see(address)).toContain("уже выключено или период сменился");
	});

	test("turning it on again and again is counted, as each consent stays on record; turning it off is not", async () => {
		person = await new Person(instance).register();
		await person.fetch(`/payment/success?payment=${await buy({ renew: "on", renewTerms: TERMS })}`);
		const turnOff = () => person.post("/payment", { intent: "stop-renewal" });
		const turnOn = () => person.post("/payment/renewal", { renew: "on", renewTerms: TERMS });
		for (let i = 0; i < 10; i++) {
			expect((await turnOff()).status).toBe(303);
			expect((await turnOn()).headers.get("Location")).toBe("/payment?did=on");
		}
		expect((await turnOff()).status).toBe(303);
		const refused = await turnOn();
		expect([refused.status, textOf(await mainOf(refused))]).toEqual([
			429,
			expect.stringContaining("Слишком много попыток. Попробуйте через час."),
		]);
		expect(await page("/payment")).toContain('href="/payment/renewal"');
	});

	test("the offer and the answers of the FAQ say so", async () => {
		const offer = await see("/oferta");
		expect(offer).toContain("Автопродление включает сам Заказчик отдельной отметкой");
		expect(offer).toContain("Автопродление идёт по полной цене.");
		expect(offer).toContain("не сохраняет карту и автопродление не включает");
		expect(await (await person.fetch("/FAQ")).text()).toContain("если вы отдельно отметили это");
	});

	test("the bank's page of the sandbox asks twice what it answers to later charges, each by a name of its own", async () => {
		const payer = await new Person(instance).register();
		const begin = async () => {
			const paymentId = crypto.randomUUID();
			const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: payer.email };
			const started = await payer.post("/payment", { ...order, renew: "on", renewTerms: TERMS });
			expect(started.status).toBe(303);
			return paymentId;
		};
		const paid = await begin();
		await payer.post("/payment/sandbox", { paymentId: paid, outcome: "pay", save: "yes" });
		await payer.fetch(`/payment/success?payment=${paid}`);
		// Another payment, which is not decided yet, beside the card that is saved.
		const html = await mainOf(await payer.fetch(`/payment/sandbox?payment=${await begin()}`));
		const ids = [...html.matchAll(/<select [^>]*id="([^"]+)"[^>]*name="later"/g)].map(([, id]) => id);
		expect(ids).toEqual(["later", "later-charges"]);
		for (const id of ids) expect(html.split(`<label class="field-label" for="${id}"`)).toHaveLength(2);
	});
});

test("where renewals are switched off one that waits is not told as on, and its checkout as it is", async () => {
	const asleep = await startInstance({ env: { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" } });
	const file = new DatabaseSync(join(asleep.dataDir, "sobesednik.db"), {
		timeout: 60_000,
		enableForeignKeyConstraints: false,
	});
	try {
		const anna = await new Person(asleep).register();
		const plan = JSON.stringify({ key: "plus-month", title: "Плюс", price: 39_000, days: 30 });
		const until = Date.now() + 20 * 86_400_000;
		file
			.prepare(
				`insert into renewals (id, account_id, consent_id, method_id, plan_key, plan, receipt_email, state,
					attempt, declines, paid_until, next_at, created_at, changed_at)
				select 'renewal', id, 'consent', 'card', 'plus-month', ?, 'anna@pochta.ru', 'on', 0, 0, ?, ?, 1, 1
				from accounts`,
			)
			.run(plan, until, until);
		const read = async (path: string) => textOf(await mainOf(await anna.fetch(path)));
		const card = await read("/payment");
		expect(card).toMatch(/Автопродление Приостановлено Владелец сервера приостановил автопродления/);
		expect(card).not.toContain("Включено");
		const checkout = await read("/payment?plan=pro-month");
		expect(checkout).toContain("Прежнее автопродление («Плюс») после оплаты выключится.");
		expect(checkout).toContain("карту при ней мы не сохраняем");
		expect(checkout).not.toContain("карту мы не храним");
	} finally {
		file.close();
		await asleep.stop();
	}
});
