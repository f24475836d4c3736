import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { partsOf, tokenIn } from "../support/email-text.ts";
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "../support/fakes/mailer.ts";
import { Person } from "../support/person.ts";
import { openWindow, startWorld, type World } from "./support/world.ts";

let mail: SmtpServer;
let world: World;
beforeAll(async () => {
	mail = await startSmtpServer();
	world = await startWorld({ SMTP_URL: mail.url, MAIL_FROM: "Собеседник <robot@example.ru>" });
});
afterAll(async () => {
	await world?.end();
	await mail?.close();
});

/** Waits for the next e-mail whose text has the words. */
const letterWith = (words: RegExp): Promise<ReceivedMail> =>
	vi.waitFor(() => {
		const found = mail.received.findLast((one) => words.test(partsOf(one).text.replace(/\s+/g, " ")));
		if (!found) throw new Error(`no e-mail with ${words}`);
		return found;
	});

/** The picture inside of the message, as a mail program takes it from there. */
const pictureIn = ({ data }: ReceivedMail): string =>
	/^Content-ID: <logo@sobesednik>[\s\S]*?\r\n\r\n([\w+/=\r\n]+?)\r\n--/im
		.exec(data)?.[1]
		?.replace(/\s/g, "") ?? "";

/** Shows an e-mail in a browser. @returns its table, by name */
async function show(page: Page, letter: ReceivedMail): Promise<Map<string, string>> {
	const picture = `data:image/png;base64,${pictureIn(letter)}`;
	await page.setContent(partsOf(letter).html.replaceAll("cid:logo@sobesednik", picture));
	const logo = page.locator("img");
	await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	expect(await logo.boundingBox()).toMatchObject({ width: 32, height: 32 });
	expect(await page.locator("body").textContent()).not.toMatch(/GMT|UTC|undefined|null|\{\{/);
	const rows = await page
		.locator("tr")
		.evaluateAll((all) =>
			all.map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, " ") ?? "")),
		);
	return new Map(rows.map(([name = "", value = ""]) => [name, value]));
}

test("e-mails as a reader sees them: logo, large spaced code, «по Москве», masked network, a payment's voucher, one term", async () => {
	const { page, context, complaints } = await openWindow(world, { viewport: { width: 640, height: 900 } });
	const person = new Person(world.instance);
	const { email, password } = person;
	const consents = { consentOffer: "on", consentPersonalData: "on" };
	await person.post("/registration", { email, password, ...consents });
	const confirmation = await letterWith(/подтвердите, что это ваша почта/);
	await show(page, confirmation);
	const code = page.getByText(/^\d{6}$/);
	const look = await code.evaluate((element) => {
		const { fontSize, letterSpacing, fontWeight } = getComputedStyle(element);
		const range = document.createRange();
		range.selectNodeContents(element);
		getSelection()?.addRange(range);
		const copied = getSelection()?.toString() ?? "";
		return { size: Number.parseFloat(fontSize), space: Number.parseFloat(letterSpacing), fontWeight, copied };
	});
	expect(look.size).toBeGreaterThanOrEqual(28);
	expect(look.size).toBeLessThanOrEqual(32);
	expect(look.space).toBeGreaterThanOrEqual(4);
	expect([look.fontWeight, look.copied]).toEqual(["700", expect.stringMatching(/^\d{6}$/)]);

	await person.post("/verify-mail", { token: tokenIn(confirmation) });
	await person.post("/change-password", {
		currentPassword: password,
		newPassword: "совсем другой пароль",
	});
	const change = await show(page, await letterWith(/Пароль вашего аккаунта изменён/));
	expect(change.get("Когда")).toMatch(/^\d{1,2} [а-я]+ \d{4} в \d\d:\d\d по Москве$/);
	expect(change.get("Откуда")).toMatch(/сеть 127\.0\.0\.•••$/);

	const paymentId = randomUUID();
	const order = { intent: "pay", planKey: "plus-month", paymentId, receiptEmail: email };
	await person.post("/payment", order);
	await person.post("/payment/sandbox", { paymentId, outcome: "pay" });
	await person.fetch(`/payment/success?payment=${paymentId}`);
	const paid = await show(page, await letterWith(/Мы получили 390/));
	expect(paid.get("Дата оплаты")).toMatch(/^\d{1,2} [а-я]+ \d{4} в \d\d:\d\d по Москве$/);
	expect(paid.get("Номер платежа")).toBe(paymentId);
	expect(paid.get("Сумма")).toBe("390,00 ₽");
	expect(paid.get("Чек")).toBe("Оформляет продавец");

	await person.post("/payment", { intent: "refund", paymentId, refundId: randomUUID() });
	await show(page, await letterWith(/Мы вернули/));
	const words = (await page.locator("body").textContent()) ?? "";
	expect(words.match(/не\sпозже чем через \d+/g)).toHaveLength(1);
	expect(words.match(/банк|рабочих дн/gi)).toBeNull();
	expect(complaints).toEqual([]);
	await context.close();
});
