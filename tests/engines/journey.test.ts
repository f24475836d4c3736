import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findFirefox, findWebKit } from "../../bin/test/engines.mjs";
import { partsOf } from "../support/email-text.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { says } from "../support/fakes/fake-model-scenarios.ts";
import { type SmtpServer, startSmtpServer } from "../support/fakes/mailer.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { openFirefox } from "./support/firefox.ts";
import { Person } from "./support/person.ts";
import { openWebKit } from "./support/webkit.ts";

const firefox = findFirefox();
const webkit = findWebKit();
const ENGINES = [
	{ name: "firefox", open: firefox && (() => openFirefox(firefox)) },
	{ name: "webkit", open: webkit && (() => openWebKit(webkit)) },
];

let model: FakeModel;
let mail: SmtpServer;
let instance: Instance;
beforeAll(async () => {
	[model, mail] = await Promise.all([startFakeModel(), startSmtpServer()]);
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			SMTP_URL: mail.url,
			MAIL_FROM: "Собеседник <robot@example.ru>",
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all([mail?.close(), model?.stop()]);
});

/** The address that the e-mail of the confirmation leads to. */
async function linkInLetterTo(email: string): Promise<string> {
	const message = await vi.waitFor(() => {
		const found = mail.received.find(({ to }) => to.includes(email));
		if (!found) throw new Error(`no e-mail to ${email}`);
		return found;
	});
	const link = /https?:\S+\/verify-mail\?token=\S+/.exec(partsOf(message).text)?.[0];
	if (!link) throw new Error("no link in the e-mail");
	return link.slice(instance.url.length);
}

/** As WebDriver names the key. */
const ENTER = "\uE007";

const lastAnswer = () => {
	const answer = [...document.querySelectorAll("article[data-role=assistant]")].at(-1);
	const prose = answer?.querySelector(".prose");
	return { state: answer?.getAttribute("data-state"), text: prose?.textContent ?? "" };
};

/** Where the open choice is, in CSS pixels, and how much of it is cut. */
const openChoice = () => {
	const box = document.querySelector(".msg-menu:popover-open");
	const button = box?.previousElementSibling;
	if (!box || !button) throw new Error("no choice is open");
	const { top, bottom } = box.getBoundingClientRect();
	const cut = box.scrollHeight - box.clientHeight;
	return { top, bottom, cut, buttonBottom: button.getBoundingClientRect().bottom, window: innerHeight };
};

describe.each(ENGINES)("$name", ({ name, open }) => {
	let person: Person;
	beforeEach(async () => {
		if (open) person = new Person(await open(), instance.url);
	});
	afterEach(async ({ task }) => {
		try {
			if (task.result?.state === "fail") await person?.keepPicture(`${name}-failed`);
		} finally {
			await person?.tab.close();
		}
	});

	test.skipIf(!open)("registers, confirms, asks, watches, stops, searches and pays", async () => {
		const email = `${name}.${Date.now().toString(36)}@example.ru`;
		await person.tab.resize(1280, 900);
		await person.goTo("/registration");
		await person.fill("Электронная почта", email);
		await person.fill("Пароль", "верный пароль от чата");
		await person.press("checkbox", "условия");
		await person.press("checkbox", "персональных данных");
		await person.press("button", "Зарегистрироваться");
		await person.arrivesAt("/registration/success");
		await person.goTo(await linkInLetterTo(email));
		await person.press("button", "Подтвердить");
		await person.press("link", "Начать чат");

		await person.fill("Сообщение", "сценарий:slow:100:1000 о чае");
		await person.press("button", "Отправить");
		const lengths = new Set<number>();
		await vi.waitFor(async () => {
			const { state, text } = await person.run(lastAnswer);
			expect(state).toBe("writing");
			if (text) lengths.add(text.length);
			expect(lengths.size).toBeGreaterThan(3);
		});
		await person.press("button", "Остановить");
		await vi.waitFor(async () => expect((await person.run(lastAnswer)).state).toBe("stopped"));
		expect((await person.run(lastAnswer)).text.length).toBeGreaterThanOrEqual(Math.max(...lengths));

		// The choice of another answer opens where there is room for all of it: here, below a short one.
		await person.press("link", "Новый чат");
		model.script(says("Напиток."));
		await person.fill("Сообщение", "Что такое чай?");
		await person.press("button", "Отправить");
		await vi.waitFor(async () => expect((await person.run(lastAnswer)).state).toBe("done"));
		await person.press("button", "Создать ответ заново");
		await vi.waitFor(async () => {
			const { cut, ...box } = await person.run(openChoice);
			expect(cut).toBe(0);
			expect(box.top).toBeGreaterThanOrEqual(box.buttonBottom);
			expect(box.bottom).toBeLessThanOrEqual(box.window);
		});

		// Words of the answer, which the list of chats does not show.
		await person.fill("Поиск", "предложение");
		await person.type(ENTER);
		await person.asksFor("?q=");
		await person.press("link", "Предложение номер 1");
		await person.asksFor("?c=");

		await person.tab.resize(390, 844);
		await person.goTo("/payment");
		await person.press("link", "Подключить «Плюс»");
		await person.press("button", "Оплатить 390");
		await person.sees("Тестовая оплата");
		await person.press("button", "Оплатить 390");
		await person.sees("Оплата прошла");
		expect(await person.tab.complaints()).toEqual([]);
	});
});
