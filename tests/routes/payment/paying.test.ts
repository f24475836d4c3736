import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalGroup } from "../../../app/billing/payments/refusal.server.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let person: Person;
let db: DatabaseSync;
beforeAll(async () => {
	// A model there is nobody behind: it is named, so there is something to sell.
	instance = await startInstance({ env: { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" } });
	person = await new Person(instance).register();
	db = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
});
afterAll(async () => {
	db?.close();
	await instance?.stop();
});

const mainOf = async (response: Response) => /<main.*<\/main>/s.exec(await response.text())?.[0] ?? "";
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const see = async (path: string, who = person) => textOf(await mainOf(await who.fetch(path)));
const pay = (fields: Record<string, string> = {}, who = person, path = "/payment") =>
	who.post(path, {
		intent: "pay",
		planKey: "plus-month",
		paymentId: crypto.randomUUID(),
		receiptEmail: "buh@pochta.ru",
		...fields,
	});

/** Begins to pay. @returns the payment's id */
async function begun(who = person, planKey = "plus-month"): Promise<string> {
	const paymentId = crypto.randomUUID();
	const response = await pay({ paymentId, planKey }, who);
	expect(response.status).toBe(303);
	return paymentId;
}

const decide = (paymentId: string, outcome: string, who = person) =>
	who.post("/payment/sandbox", { paymentId, outcome });

describe("the checkout", () => {
	test("says for what, for how long and how much, with the person's e-mail and the offer", async () => {
		const html = await mainOf(await person.fetch("/payment?plan=pro-year"));
		const text = textOf(html);
		for (const words of ["Оплата тарифа «Про»", "365 дней", "9 504 ₽", "Тестовый режим", "вы принимаете"])
			expect(text).toContain(words);
		expect(html).toMatch(new RegExp(`name="receiptEmail"[^>]*value="${person.email}"`));
		expect(html).toContain('href="/oferta"');
		// It opens with a chevron, as other disclosures do.
		expect(html).toMatch(/<summary><svg[^>]*>(?:(?!<\/summary>).)*<\/svg>Есть\sпромокод<\/summary>/s);
		expect(html).toMatch(/<button[^>]*>.*Оплатить 9\s504\s₽/s);
	});

	test.each(["start", "nothing", "__proto__", ""])("of «%s» leads to the plans", async (key) => {
		const response = await person.fetch(`/payment?plan=${key}`);
		if (key === "") expect(response.status).toBe(200);
		else expect([response.status, response.headers.get("Location")]).toEqual([302, "/payment"]);
	});

	test("takes the price from the catalogue, whatever the form says", async () => {
		const paymentId = crypto.randomUUID();
		await pay({ paymentId, amount: "1", price: "1" });
		expect(db.prepare("select amount, state from purchases where id = ?").get(paymentId)).toEqual({
			amount: 39_000,
			state: "waiting",
		});
	});

	test("sent twice is one purchase, and accepts the offer once", async () => {
		const paymentId = crypto.randomUUID();
		const [first, second] = [await pay({ paymentId }), await pay({ paymentId })];
		expect([first.status, second.status]).toEqual([303, 303]);
		expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
		expect(first.headers.get("Location")).toContain(`/payment/sandbox?payment=${paymentId}`);
		const accepted = db.prepare("select document_version from consents where kind = 'offer'").all();
		const bought = db.prepare("select offer_version from purchases where id = ?").get(paymentId);
		// The registration has accepted the same edition already.
		expect(accepted).toEqual([{ document_version: bought?.offer_version }]);
	});

	test("with a newer edition of the offer writes down that it was accepted", async () => {
		db.exec("update consents set document_version = '2000-01-01' where kind = 'offer'");
		await begun();
		await begun();
		expect(
			db.prepare("select document_version from consents where kind = 'offer' order by at").all(),
		).toHaveLength(2);
	});

	test("whose offer was another begins nothing and comes back with what was typed", async () => {
		const path = "/payment?plan=plus-month";
		const shown = (html: string) => /name="offerVersion" value="([^"]+)"/.exec(html)?.[1] ?? "";
		const version = shown(await mainOf(await person.fetch(path)));
		const paymentId = crypto.randomUUID();
		const outdated = await pay({ paymentId, offerVersion: "2000-01-01" }, person, path);
		expect(outdated.status).toBe(400);
		const html = await mainOf(outdated);
		expect(html).toContain("Оферта изменилась");
		expect(html).toMatch(/name="receiptEmail"[^>]*value="buh@pochta.ru"/);
		expect(shown(html)).toBe(version);
		const bought = () => db.prepare("select offer_version from purchases where id = ?").get(paymentId);
		expect(bought()).toBeUndefined();
		expect((await pay({ paymentId, offerVersion: version }, person, path)).status).toBe(303);
		expect(bought()).toEqual({ offer_version: version });
		// What was begun goes on, whatever the edition is by then.
		expect((await pay({ paymentId, offerVersion: "2000-01-01" }, person, path)).status).toBe(303);
		const accepted = db
			.prepare("select document_version from consents where kind = 'offer' order by at")
			.all();
		expect(accepted.at(-1)).toEqual({ document_version: version });
	});

	test("comes back with what is wrong, and keeps what was typed", async () => {
		const wrong = await pay({ receiptEmail: "не почта" }, person, "/payment?plan=plus-month");
		expect(wrong.status).toBe(400);
		const html = await mainOf(wrong);
		expect(html).toContain("Похоже, в\u00a0адресе ошибка");
		expect(html).toMatch(/name="receiptEmail"[^>]*value="не почта"/);
		const stale = await pay({ paymentId: "not-a-uuid" });
		expect([stale.status, (await stale.text()).includes("Эта форма устарела")]).toEqual([400, true]);
		const gone = await pay({ planKey: "start" });
		expect([gone.status, (await gone.text()).includes("Это больше не продаётся")]).toEqual([400, true]);
	});
});

describe("coming back from paying", () => {
	test("shows that nobody has paid yet, refreshes itself without script, and is kept nowhere", async () => {
		const id = await begun();
		const response = await person.fetch(`/payment/success?payment=${id}`);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		const html = await mainOf(response);
		expect(textOf(html)).toContain("Платёж проверяется");
		expect(html).toContain(
			`<noscript><meta http-equiv="refresh" content="3; url=/payment/success?payment=${id}"/></noscript>`,
		);
		expect(html).toContain('data-poll-seconds="3"');
		expect(html).toContain(`/payment/sandbox?payment=${id}`);
	});

	test("refreshes itself more and more rarely", async () => {
		const id = await begun();
		const aged = async (minutes: number) => {
			db.prepare("update purchases set created_at = ? where id = ?").run(Date.now() - minutes * 60_000, id);
			const html = await mainOf(await person.fetch(`/payment/success?payment=${id}`));
			return /data-poll-seconds="(\d+)"/.exec(html)?.[1];
		};
		expect([await aged(1), await aged(5), await aged(30)]).toEqual(["3", "10", "30"]);
	});

	test("shows what was paid and until when it holds, however often it is looked at", async () => {
		const buyer = await new Person(instance).register();
		const id = await begun(buyer, "pro-month");
		const decided = await decide(id, "pay", buyer);
		expect([decided.status, decided.headers.get("Location")]).toEqual([
			303,
			`/payment/success?payment=${id}`,
		]);
		for (let i = 0; i < 2; i++) {
			const text = await see(`/payment/success?payment=${id}`, buyer);
			expect(text).toMatch(/Оплата прошла.*Тариф «Про» уже работает.*Про, 30 дней.*990 ₽.*Действует до/);
		}
		// The grant is newer than the clock of a server that reads it too early, or is behind the database.
		const ahead = Date.now() + 60_000;
		db.prepare("update purchases set ended_at = ? where id = ?").run(ahead, id);
		db.prepare("update subscriptions set starts_at = ? where purchase_id = ?").run(ahead, id);
		expect(await see(`/payment/success?payment=${id}`, buyer)).toContain("Тариф «Про» уже работает");
		db.prepare("update subscriptions set starts_at = created_at where purchase_id = ?").run(id);
		// A receipt is promised only where one is made.
		expect(await see(`/payment/success?payment=${id}`, buyer)).not.toContain("Чек");
		expect(await see("/payment", buyer)).toMatch(/Текущий тариф Про 990 ₽ за 30 дней\. Действует до/);
		const failed = await buyer.fetch(`/payment/fail?payment=${id}`);
		expect(failed.headers.get("Location")).toBe(`/payment/success?payment=${id}`);
	});

	test.each([
		["general_decline", "Банк отклонил платёж. Деньги"],
		["insufficient_funds", "не хватило денег"],
		["card_expired", "не принял данные карты"],
		["expired_on_confirmation", "Время на оплату вышло"],
		["internal_timeout", "не успел ответить"],
	])(
		"from a payment refused for %s tells why, and tries once more under a new key",
		async (reason, words) => {
			const id = await begun();
			await decide(id, reason);
			const response = await person.fetch(`/payment/success?payment=${id}`);
			expect([response.status, response.headers.get("Location")]).toEqual([
				302,
				`/payment/fail?payment=${id}`,
			]);
			const html = await mainOf(await person.fetch(`/payment/fail?payment=${id}`));
			expect(textOf(html)).toMatch(/Оплата не прошла/);
			expect(textOf(html)).toContain(words);
			expect(html).toContain('href="/payment?plan=plus-month"');
			expect(await (await person.fetch("/payment?plan=plus-month")).text()).not.toContain(id);
		},
	);

	test("from one that we gave up on does not say that no money was taken", async () => {
		const id = await begun();
		db.prepare("update purchases set created_at = created_at - 10800000 where id = ?").run(id);
		const text = await see(
			(await person.fetch(`/payment/success?payment=${id}`)).headers.get("Location") ?? "",
		);
		expect(text).toContain("не дождались подтверждения");
		expect(text).not.toContain("Деньги не списаны");
		// And a payment that comes after all is honoured.
		await decide(id, "pay");
		expect(await see(`/payment/success?payment=${id}`)).toContain("Оплата прошла");
	});
});

test("reasons nobody told us of, and those of our own, have words too", () => {
	expect(refusalGroup("something_new")).toBe("other");
	expect(refusalGroup(null)).toBe("other");
	expect(refusalGroup("toString")).toBe("other");
	expect(refusalGroup("mismatch")).toBe("mismatch");
	expect(refusalGroup("misconfigured")).toBe("ours");
});

describe("the money back", () => {
	test("is asked for by a form that shows how much, and stands in the history", async () => {
		const buyer = await new Person(instance).register();
		const id = await begun(buyer);
		await decide(id, "pay", buyer);
		await see(`/payment/success?payment=${id}`, buyer);
		const html = await mainOf(await buyer.fetch(`/payment?refund=${id}`));
		expect(textOf(html)).toMatch(/Вернём 390,00 ₽.*вернём всю сумму.*Тариф закончится сразу.*10 дней/);
		const refundId = /name="refundId" value="([^"]+)"/.exec(html)?.[1] ?? "";
		for (let i = 0; i < 2; i++) {
			const asked = await buyer.post("/payment", { intent: "refund", paymentId: id, refundId });
			expect([asked.status, asked.headers.get("Location")]).toEqual([303, `/payment?show=${id}`]);
		}
		expect(await see(`/payment?show=${id}`, buyer)).toMatch(/Статус Возврат.*390,00 ₽, отправлен/);
		const overview = await mainOf(await buyer.fetch("/payment"));
		expect(overview).toContain(`data-payment-id="${id}" data-status="refunded"`);
		expect(textOf(overview)).toMatch(/Текущий тариф Старт/);
		expect(await see(`/payment?refund=${id}`, buyer)).toContain("Вернуть деньги за этот платёж нельзя");
		const again = await buyer.post("/payment", {
			intent: "refund",
			paymentId: id,
			refundId: crypto.randomUUID(),
		});
		expect(again.headers.get("Location")).toBe(`/payment?refund=${id}`);
		expect((await buyer.fetch(`/payment/success?payment=${id}`)).headers.get("Location")).toBe(
			`/payment?show=${id}`,
		);
	});
});

describe("the money back for one of two periods", () => {
	test("says which payment it is for, and until when the other goes on", async () => {
		const buyer = await new Person(instance).register();
		const ids: string[] = [];
		for (let i = 0; i < 2; i++) {
			const id = await begun(buyer);
			await decide(id, "pay", buyer);
			await see(`/payment/success?payment=${id}`, buyer);
			ids.push(id);
		}
		for (const id of ids) {
			const text = await see(`/payment?refund=${id}`, buyer);
			expect(text).toMatch(/Возврат денег за платёж от \d+ [а-я]+ \d{4}/);
			expect(text).toMatch(/Тариф не закончится: без этого платежа он действует до \d+ [а-я]+ \d{4}/);
			expect(text).not.toContain("Тариф закончится сразу");
		}
		// Bought on one day: by their times a person sees which is which, and chooses.
		const overview = await mainOf(await buyer.fetch("/payment"));
		expect(overview).toMatch(/href="\/payment\?refund=choose"[^>]*>.*Запросить возврат/s);
		const deletion = await mainOf(await buyer.fetch("/account?do=delete"));
		expect(deletion).toContain('href="/payment?refund=choose"');
		expect(textOf(deletion)).toContain("несколько платежей, за которые можно вернуть деньги");
		const choice = await mainOf(await buyer.fetch("/payment?refund=choose"));
		const links = [...choice.matchAll(/href="\/payment\?refund=([^"]+)"/g)].map(([, id]) => id);
		expect(links).toEqual(ids);
		const terms = [...textOf(choice).matchAll(/С (\d+ [а-я]+ \d{4}) до (\d+ [а-я]+ \d{4}) Вернём 390,00 ₽/g)];
		expect(terms).toHaveLength(2);
		expect(terms[1]?.[1]).toBe(terms[0]?.[2]);
		for (const [i, id] of ids.entries()) {
			const html = await mainOf(await buyer.fetch(`/payment?refund=${id}`));
			expect(textOf(html)).toContain(`Срок С ${terms[i]?.[1]} до ${terms[i]?.[2]}`);
			expect(html).toContain('href="/payment?refund=choose"');
		}
		// One of them, and nothing is left to choose.
		const [first = "", second = ""] = ids;
		await buyer.post("/payment", { intent: "refund", paymentId: second, refundId: crypto.randomUUID() });
		expect(await mainOf(await buyer.fetch("/payment"))).toContain(`href="/payment?refund=${first}"`);
		expect(await mainOf(await buyer.fetch(`/payment?refund=${first}`))).not.toContain("refund=choose");
		expect(await mainOf(await buyer.fetch("/account?do=delete"))).toContain(
			`href="/payment?refund=${first}"`,
		);
		await buyer.post("/payment", { intent: "refund", paymentId: first, refundId: crypto.randomUUID() });
		expect(await see("/payment?refund=choose", buyer)).toContain("Сейчас вернуть деньги не за что");
	});
});

describe("the money back for time carried into another plan", () => {
	test("is not denied: the pages name whom to write to, and the checkout says so before", async () => {
		const buyer = await new Person(instance).register();
		const buy = async (planKey: string) => {
			const id = await begun(buyer, planKey);
			await decide(id, "pay", buyer);
			await see(`/payment/success?payment=${id}`, buyer);
			return id;
		};
		const plus = await buy("plus-month");
		expect(await see("/payment?plan=pro-month", buyer)).toContain("перешедшее время возвращаем по письму");
		const pro = await buy("pro-month");
		await buyer.post("/payment", { intent: "refund", paymentId: pro, refundId: crypto.randomUUID() });
		for (const refund of ["choose", plus]) {
			const text = await see(`/payment?refund=${refund}`, buyer);
			expect(text).toMatch(/на этой странице вернуть нельзя. Напишите/);
			expect(text).not.toContain("оплаченное время закончилось");
		}
		for (const path of ["/account", "/account?do=delete"])
			expect(await see(path, buyer)).toMatch(/осталось оплаченное, за которое здесь деньги не вернуть/);
	});
});

describe("two payments of one day", () => {
	test("are told apart by the minute, in rows that end with a chevron", async () => {
		const buyer = await new Person(instance).register();
		for (let i = 0; i < 2; i++) {
			const id = await begun(buyer);
			await decide(id, "pay", buyer);
			await see(`/payment/success?payment=${id}`, buyer);
		}
		const choice = await mainOf(await buyer.fetch("/payment?refund=choose"));
		expect([...textOf(choice).matchAll(/Платёж от \d+ [а-я]+ \d{4}, \d\d:\d\d/g)]).toHaveLength(2);
		expect([...choice.matchAll(/<li>(?:(?!<\/li>).)*Вернём(?:(?!<\/li>).)*<svg/gs)]).toHaveLength(2);
	});
});

describe("another person's payment", () => {
	test("is not found, by any address and any form", async () => {
		const id = await begun();
		const stranger = await new Person(instance).register();
		for (const path of [`/payment?show=${id}`, `/payment?refund=${id}`, `/payment/sandbox?payment=${id}`])
			expect([path, (await stranger.fetch(path)).status]).toEqual([path, 404]);
		expect((await stranger.fetch(`/payment/success?payment=${id}`)).headers.get("Location")).toBe("/payment");
		expect(await see(`/payment/fail?payment=${id}`, stranger)).toContain("Если оплата не прошла");
		expect((await decide(id, "pay", stranger)).status).toBe(404);
		const refundId = crypto.randomUUID();
		const refund = await stranger.post("/payment", { intent: "refund", paymentId: id, refundId });
		expect(refund.status).toBe(404);
		expect((await pay({ paymentId: id }, stranger)).status).toBe(400);
		expect(await see(`/payment/success?payment=${id}`)).toContain("Платёж проверяется");
	});
});

describe("the sandbox's page", () => {
	test("takes one decision, and says so to whoever comes again", async () => {
		const id = await begun();
		expect(await see(`/payment/sandbox?payment=${id}`)).toMatch(/Тестовый режим.*Тестовая оплата.*390 ₽/);
		expect((await decide(id, "nonsense")).status).toBe(404);
		await decide(id, "card_expired");
		await decide(id, "pay");
		expect((await person.fetch(`/payment/success?payment=${id}`)).headers.get("Location")).toContain("/fail");
		const over = await mainOf(await person.fetch(`/payment/sandbox?payment=${id}`));
		expect(textOf(over)).toContain("Этот платёж уже завершён");
		expect(over).not.toContain("<form");
	});

	test("is not there while nothing is sold, and nothing is sold without a model", async () => {
		const off = await startInstance({ env: { PAYMENTS: "off" } });
		try {
			const visitor = await new Person(off).register();
			const paths = ["/payment/sandbox", "/payment/sandbox?payment=x"];
			for (const path of paths) expect((await visitor.fetch(path)).status).toBe(404);
			expect((await decide("x", "pay", visitor)).status).toBe(404);
			expect((await visitor.fetch("/payment?plan=plus-month")).headers.get("Location")).toBe("/payment");
			const text = await see("/payment", visitor);
			expect(text).toContain("Оплата появится, когда владелец сервера подключит модель и приём платежей.");
			expect(text).not.toContain("Тестовый режим");
			expect(text).not.toContain("Подключить");
		} finally {
			await off.stop();
		}
	});

	test("the page says what is missing where payments are on, and a model is not", async () => {
		const idle = await startInstance();
		try {
			const visitor = await new Person(idle).register();
			const text = await see("/payment", visitor);
			expect(text).toContain("Оплата появится, когда владелец сервера подключит модель.");
			expect(text).not.toContain("Подключить «");
			const home = textOf(await mainOf(await new Person(idle).fetch("/")));
			expect(home).toContain("Модель пока не подключена");
			expect(home).not.toContain("Оплата пока не подключена");
		} finally {
			await idle.stop();
		}
	});
});

test("where nothing is sold for want of a model, a form that is sent all the same is told that, and not that payments are off", async () => {
	const bare = await startInstance();
	try {
		const response = await pay({}, await new Person(bare).register());
		expect(response.status).toBe(400);
		const text = textOf(await mainOf(response));
		expect(text).toContain("Оплатить сейчас нельзя: владелец сервера ещё не подключил модель");
		expect(text).not.toContain("оплата выключена");
	} finally {
		await bare.stop();
	}
	expect(textOf(await mainOf(await pay({ planKey: "gone" })))).toContain("Это больше не продаётся");
});

test("only a payment that was paid for has a receipt to open in the history", async () => {
	const somebody = await new Person(instance).register();
	await begun(somebody);
	const link = async () => /(Чек|Платёж) от\s\d/.exec(await mainOf(await somebody.fetch("/payment")))?.[0];
	expect(await link()).toMatch(/Платёж от/);
	const id = await begun(somebody);
	await somebody.post("/payment/sandbox", { paymentId: id, outcome: "pay" });
	await somebody.fetch(`/payment/success?payment=${id}`);
	expect(await link()).toMatch(/Чек от/);
});
