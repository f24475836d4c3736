import { describe, expect, test } from "vitest";
import { paidEmail, refundedEmail } from "../../app/billing/emails.server.ts";
import { PLUS } from "./payment-context.ts";

const sender = {
	appUrl: "https://chat.example.ru",
	appName: "Собеседник",
	signature: ["ООО «Ромашка»", "ИНН 7700000000"],
	timeZone: "Europe/Moscow",
};
const ID = "0b5cb2a5-3b8e-4a53-9d6c-2b9a5f3d1c11";
const paid = {
	id: ID,
	plan: PLUS,
	amount: 39_000,
	paidAt: Date.UTC(2026, 10, 22, 18, 5),
	method: "Карта •• 4477",
	until: Date.UTC(2026, 11, 22, 18, 5),
	follows: false,
	renews: null,
	ended: null,
	promoCode: null,
	promoDays: 0,
	receiptEmail: "anna@example.ru",
};

describe("the e-mail about a payment", () => {
	test("has all that one may be asked for: date, number, sum, method, receipt and seller", () => {
		const { text, html, link } = paidEmail(sender, "anna@example.ru", paid);
		const facts = [
			["Тариф", "«Плюс», 30 дней"],
			["Действует до", "22 декабря 2026"],
			["Сумма", "390,00 ₽"],
			["Способ", "Карта •• 4477"],
			["Дата оплаты", "22 ноября 2026 в 21:05 по Москве"],
			["Номер платежа", ID],
			["Чек", "Придёт отдельным письмом на anna@example.ru"],
			["Продавец", "ООО «Ромашка», ИНН 7700000000"],
		];
		const plain = text.replaceAll("\u00a0", " ");
		for (const [name, value] of facts) expect(plain).toContain(`\n${name}: ${value}\n`);
		const cells = [...html.matchAll(/<th[^>]*>([^<]*)<\/th><td[^>]*>(.*?)<\/td>/g)];
		expect(
			cells.map(([, ...cell]) => cell.map((each) => each.replaceAll("\u00a0", " ").replace("<br>", ", "))),
		).toEqual(facts);
		// A day stays beside its month where a line ends.
		for (const day of ["22\u00a0декабря 2026", "22\u00a0ноября 2026"]) expect(html).toContain(day);
		expect(html).not.toMatch(/\d (?:ноября|декабря)/);
		// The seller is named once.
		expect(text.match(/Ромашка/g)).toHaveLength(1);
		expect(link).toBe(`https://chat.example.ru/payment?show=${ID}`);
	});

	test("promises no receipt where the gateway makes none, and no method that is not known", () => {
		const { text } = paidEmail(sender, "anna@example.ru", { ...paid, method: null, receiptEmail: null });
		expect(text).toContain("Чек: Оформляет продавец");
		expect(text).not.toMatch(/Способ|null|undefined/);
	});
});

test("a refund says the bank's term once, in the words of the screen and by the operator's offer", () => {
	const { text } = refundedEmail(sender, "anna@example.ru", {
		plan: "Плюс",
		isPlan: true,
		amount: 39_000,
		refundDays: 21,
		endedRenewal: false,
		now: { title: "Старт", until: null },
	});
	expect(text).toMatch(
		/Деньги придут туда, откуда вы платили, не\sпозже чем через 21 день со\sдня запроса\./,
	);
	expect(text.match(/банк|откуда/gi)).toEqual(["откуда"]);
	expect(text.replaceAll("\u00a0", " ")).toContain("Теперь действует бесплатный тариф «Старт».");
	expect(text).not.toContain("Автопродление");
});

test("a refund says what is left of the plan, and that it has turned the renewal off", () => {
	const refund = {
		plan: "Плюс",
		isPlan: true,
		amount: 39_000,
		refundDays: 21,
		endedRenewal: true,
		now: { title: "Плюс", until: Date.UTC(2026, 11, 28) },
	};
	const text = refundedEmail(sender, "anna@example.ru", refund).text.replaceAll("\u00a0", " ");
	expect(text).toContain("Теперь действует тариф «Плюс», до 28 декабря 2026.");
	expect(text).toContain("Автопродление при этом выключилось: само ничего не спишется.");
	// Messages that are bought apart leave both as they are.
	const apart = refundedEmail(sender, null, { ...refund, isPlan: false, endedRenewal: false }).text;
	expect(apart).not.toMatch(/действует|Автопродление/);
});

test("a payment for another plan says that the renewal is off, and what becomes of a charge on its way", () => {
	const textOf = (charging: boolean) =>
		paidEmail(sender, null, { ...paid, ended: { plan: "Про", charging } }).text.replaceAll("\u00a0", " ");
	expect(textOf(false)).toContain("Автопродление тарифа «Про» выключено: у вас теперь другой тариф.");
	expect(textOf(false)).not.toContain("уже отправлено в банк");
	expect(textOf(true)).toContain("Одно списание уже отправлено в банк. Если оно пройдёт, вернём");
});
