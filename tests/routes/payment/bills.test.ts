import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { countAsAtOnce } from "../../support/database/throttles-at-once.ts";
import type { Person } from "../../support/person.ts";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { type AdminSite, enrol as enrolAt, setUpAdminSites } from "../admin/enrol.ts";
import { mainOf, textOf } from "../main-of.ts";

const { start } = setUpAdminSites();

let site: AdminSite;
beforeAll(async () => {
	// A model there is nobody behind: it is named, so there is something to sell.
	site = await start({ MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" });
});

const enrol = (name: string, role?: Role) => enrolAt(site, name, role);
const bills = (...args: string[]) => runCommand("bills", args, settingsBeside(site.instance));

const ORDER = {
	inn: "7736 207543",
	kpp: "773601001",
	organisation: "ООО «Ромашка»",
	planKey: "plus-month",
	seats: "2",
};

/** Orders a bill by its form. @returns its page */
async function order(person: Person, more: Partial<typeof ORDER> = {}): Promise<string> {
	const form = { ...ORDER, ...more, billId: randomUUID() };
	const ordered = await person.post("/payment/bills?do=new", form);
	expect(ordered.status).toBe(303);
	return ordered.headers.get("Location") ?? "";
}

const codesOn = async (person: Person, page: string) =>
	[...(await textOf(person.fetch(page))).matchAll(/\b[2-9A-Z]{4}(?:-[2-9A-Z]{4}){3}\b/g)].map(
		([code]) => code,
	);

const activate = (person: Person, activationCode: string) =>
	person.post("/payment", { intent: "activate", activationCode });

describe("a bill of a company", () => {
	test("is ordered, printed, marked as paid with a proof, and its codes are used once, without script", async () => {
		const anna = await enrol("anna");
		const boris = await enrol("boris");
		const accountant = await enrol("accountant", "accountant");
		expect(await mainOf(anna.fetch("/payment"))).toContain('href="/payment/bills"');
		expect(await textOf(anna.fetch("/payment/bills"))).toContain("Счетов ещё нет");
		expect(await mainOf(anna.fetch("/payment/bills?do=new"))).toMatch(/name="billId" value="[\da-f-]{36}"/);
		const page = await order(anna);
		const paper = await textOf(anna.fetch(page));
		expect(paper).toMatch(/Счёт на оплату № 1 от .*Заказчик ООО «Ромашка», ИНН 7736207543, КПП 773601001/);
		expect(paper).toMatch(/тариф «Плюс», 30 дней, код активации 2 шт\. 390,00 780,00 Итого 780,00/);
		expect(paper).toMatch(/Без налога \(НДС\).*Семьсот восемьдесят рублей 00 копеек/);
		expect(paper).toContain("Образец");
		expect(await codesOn(anna, page)).toEqual([]);
		// It is nobody else's.
		expect((await boris.fetch(page)).status).toBe(404);

		const act = "/admin/bills?bill=1&do=paid";
		expect(await textOf(accountant.fetch("/admin/bills?q=7736207543"))).toContain("№ 1 от");
		expect(await textOf(accountant.fetch(act))).toContain("Деньги пришли: 780,00 ₽");
		const support = await enrol("support", "support");
		expect((await support.fetch(act)).status).toBe(403);
		expect((await support.post(act, { currentPassword: support.password })).status).toBe(403);
		// A stolen cookie alone marks nothing.
		expect((await accountant.post(act, {})).status).toBe(400);
		const paid = await accountant.post(act, { currentPassword: accountant.password });
		expect([paid.status, paid.headers.get("Location")]).toEqual([303, "/admin/bills?bill=1"]);
		expect(await textOf(accountant.fetch("/admin/bills?bill=1"))).toMatch(/Оплачен.*использовано 0 из 2/);
		// The proof of a moment ago does not count.
		const again = await accountant.post(act, {});
		expect(again.status).toBe(400);
		const letters = await site.db
			.selectFrom("letters")
			.select("recipient")
			.where("kind", "=", "bill-paid")
			.execute();
		expect(letters).toEqual([{ recipient: anna.email }]);

		const codes = await codesOn(anna, page);
		expect(codes).toHaveLength(2);
		const wrong = await activate(boris, "7K2P-M9QX-3RTD-8HVN");
		expect(wrong.status).toBe(400);
		expect(await mainOf(wrong)).toMatch(/value="7K2P-M9QX-3RTD-8HVN".*Такого кода нет/s);
		const used = await activate(boris, codes[0]?.toLowerCase() ?? "");
		expect([used.status, used.headers.get("Location")]).toEqual([303, "/payment?did=activated"]);
		expect(await textOf(boris.fetch("/payment?did=activated"))).toMatch(
			/Код принят, тариф «Плюс» ваш\. По коду активации\. Действует до/,
		);
		expect(await textOf(activate(boris, codes[0] ?? ""))).toContain("Этот код вы уже ввели");
		expect(await textOf(activate(anna, codes[0] ?? ""))).toContain("Этот код уже использован");
		expect(await textOf(anna.fetch(page))).toMatch(/Использован .*Свободен/);

		const back = "/admin/bills?bill=1&do=return";
		expect(await textOf(accountant.fetch(back))).toContain("Погасить коды, вернём 390 ₽");
		const proof = { currentPassword: accountant.password };
		expect((await accountant.post(back, proof)).status).toBe(400);
		expect((await accountant.post(back, { ...proof, reason: "Письмо заказчика" })).status).toBe(303);
		expect(await textOf(activate(anna, codes[1] ?? ""))).toContain("деньги за него вернули");
		expect(await textOf(anna.fetch(page))).toContain("Вернули 390 ₽");
		expect(await textOf(boris.fetch("/payment"))).toContain("По коду активации");
	});

	test("whose form has mistakes comes back with what was typed, and each said in words", async () => {
		const vera = await enrol("vera");
		const billId = randomUUID();
		const send = (more: Partial<typeof ORDER>) =>
			mainOf(vera.post("/payment/bills?do=new", { billId, ...ORDER, ...more }));
		expect(await send({ inn: "7736207544" })).toMatch(/value="7736207544".*такого ИНН не бывает/s);
		expect(await send({ inn: "123" })).toContain("Нужно 10 или 12 цифр");
		expect(await send({ kpp: "" })).toContain("Впишите КПП организации");
		expect(await send({ kpp: "77" })).toMatch(/value="77".*9 знаков/s);
		expect(await send({ inn: "500100732259" })).toContain("У предпринимателя нет КПП");
		expect(await send({ organisation: " " })).toContain("Впишите название");
		expect(await send({ planKey: "start" })).toContain("Выберите тариф");
		for (const seats of ["0", "101", "-1", "две", "1.5"])
			expect(await send({ seats })).toContain("Целое число от 1 до 100");
		expect(await send({ organisation: "ООО «<b>»", seats: "0" })).toContain("&lt;b&gt;");
		const outdated = { billId, ...ORDER, offerVersion: "2000-01-01" };
		expect(await mainOf(vera.post("/payment/bills?do=new", outdated))).toMatch(
			/Оферта изменилась.*value="ООО «Ромашка»"/s,
		);
		expect(await textOf(vera.fetch("/payment/bills"))).toContain("Счетов ещё нет");
		// Sent twice it is one bill.
		const form = { billId, ...ORDER, inn: "500100732259", kpp: "", organisation: "ИП Иванова А. А." };
		for (let i = 0; i < 2; i++)
			expect((await vera.post("/payment/bills?do=new", form)).headers.get("Location")).toBe(
				`/payment/bills?bill=${billId}`,
			);
		expect(await textOf(vera.fetch(`/payment/bills?bill=${billId}`))).toContain(
			"Заказчик ИП Иванова А. А., ИНН 500100732259 №",
		);
	});

	test("is canceled by its orderer, and by the console with a reason; the console marks one as paid", async () => {
		const galya = await enrol("galya");
		const page = await order(galya);
		expect((await galya.post(page, { intent: "cancel" })).status).toBe(303);
		expect(await textOf(galya.fetch(page))).toContain("Счёт отменён");
		const numberOf = async (of: string) =>
			/Счёт на оплату № (\d+)/.exec(await textOf(galya.fetch(of)))?.[1] ?? "";
		const canceled = await numberOf(page);
		expect(await bills("paid", canceled)).toMatchObject({ code: 1 });
		const second = await order(galya);
		const number = await numberOf(second);
		expect(await bills("cancel", number)).toMatchObject({ code: 2 });
		expect(await bills("cancel", number, "--why", "Передумали")).toMatchObject({ code: 0 });
		const third = await order(galya, { seats: "100" });
		const paid = await bills("paid", await numberOf(third));
		expect(paid).toMatchObject({ code: 0, out: expect.stringContaining("Счёт оплачен") });
		expect(await codesOn(galya, third)).toHaveLength(100);
		expect((await bills("show", await numberOf(third))).out).toMatch(/Оплачен[\s\S]*0 из 100/);
		expect((await bills("list")).out).toContain("ООО «Ромашка»");
		expect(await bills("show", "999")).toMatchObject({ code: 1 });
		for (const wrong of [["nothing"], ["paid"], ["paid", "1", "2"]])
			expect(await bills(...wrong)).toMatchObject({ code: 2 });
	});

	test("has codes that nobody finds by trying: after ten wrong ones a person waits", async () => {
		const dasha = await enrol("dasha");
		const wrong = (i: number) => activate(dasha, `7K2P-M9QX-3RTD-8HV${"23456789ABCDEFG"[i]}`);
		const began = Date.now();
		for (let i = 0; i < 10; i++) expect((await wrong(i)).status).toBe(400);
		await countAsAtOnce(site.db, began);
		const waits = await wrong(10);
		expect([waits.status, waits.headers.has("Retry-After")]).toEqual([429, true]);
		expect(await textOf(waits)).toContain("Слишком много попыток");
	});
});
