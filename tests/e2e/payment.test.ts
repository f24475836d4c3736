import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { runCommand, settingsBeside } from "../support/run-command.ts";
import { changeData } from "./support/change-data.ts";
import { faultsOf } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import {
	type Credentials,
	enrol,
	holdScripts,
	hydrated,
	newPerson,
	openWindow,
	openWindowAsMember,
} from "./support/world.ts";

const world = setUpWorld();

/** The page of this heading, all of it: it comes in pieces. */
async function heading(page: Page, name: string | RegExp) {
	await page.getByRole("heading", { level: 1, name }).waitFor();
	await page.waitForLoadState();
}
const facts = (page: Page) => page.locator(".facts").textContent();
/** What the table says of each payment, to outside tools. */
const rows = (page: Page) =>
	page
		.locator("[data-payment-id]")
		.evaluateAll((found) => found.map((row) => (row as HTMLElement).dataset.status));

/** Has been bought here for long: twelve payments of ten days each. */
const withHistory = ({ email }: Credentials) =>
	changeData(world.instance, async (db) => {
		const { id } = await db
			.selectFrom("accounts")
			.select("id")
			.where("email", "=", email)
			.executeTakeFirstOrThrow();
		const plan = JSON.stringify({ key: "plus-month", title: "Плюс", days: 30, price: 39_000 });
		const payments = Array.from({ length: 12 }, (_, i) => ({
			id: crypto.randomUUID(),
			account_id: id,
			plan_key: "plus-month",
			plan,
			amount: 39_000 + 100 * (i + 1),
			receipt_email: email,
			gateway: "sandbox" as const,
			state: "paid" as const,
			created_at: Date.now() - (i + 1) * 864_000_000,
		}));
		await db.insertInto("purchases").values(payments).execute();
	});

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		const options = { javaScriptEnabled };
		const noFaults = async (page: Page) =>
			javaScriptEnabled && expect(await faultsOf(page, world.instance.url)).toEqual([]);

		test("a promo code is applied, taken away, applied again and paid with", async () => {
			const code = `СКИДКА-${javaScriptEnabled ? 1 : 2}`;
			const made = await runCommand(
				"codes",
				["make", code, "--sum", "90", "--any"],
				settingsBeside(world.instance),
			);
			expect(made).toMatchObject({ code: 0 });
			const { page, complaints } = await openWindowAsMember(world, options);
			await page.goto("/payment?plan=plus-month");
			await page.getByLabel("Почта для чека").fill("buh@example.ru");
			await page.getByText("Есть промокод").click();
			const field = page.getByRole("textbox", { name: "Промокод" });
			await field.fill("нет такого");
			await page.getByRole("button", { name: "Применить" }).click();
			await page.getByText("Такого промокода нет. Проверьте написание").waitFor();
			expect(await field.inputValue()).toBe("нет такого");
			await noFaults(page);
			await field.fill(code.toLowerCase());
			await page.getByRole("button", { name: "Применить" }).click();
			await page.getByRole("button", { name: "Оплатить 300 ₽" }).waitFor();
			await page.waitForLoadState();
			expect(await facts(page)).toMatch(
				/Цена\s*390\s₽\s*Промокод\sСКИДКА-\d\s*Убрать\s*−90\s₽[\s\S]*К\sоплате\s*300\s₽/,
			);
			await noFaults(page);
			await page.getByRole("button", { name: "Убрать" }).click();
			await page.getByRole("button", { name: "Оплатить 390 ₽" }).waitFor();
			expect(await page.getByLabel("Почта для чека").inputValue()).toBe("buh@example.ru");
			await page.getByText("Есть промокод").click();
			await field.fill(code);
			// Typed and not applied: the sum is shown before anything is paid.
			await page.getByRole("button", { name: "Оплатить 390 ₽" }).click();
			await page.getByText("Сумма с промокодом — ниже").waitFor();
			await page.getByLabel("Почта для чека").press("Enter");
			await heading(page, "Тестовая оплата");
			await page.getByRole("button", { name: "Оплатить 300 ₽" }).click();
			await heading(page, "Оплата прошла");
			// The browser itself reports a form that comes back.
			expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
		});

		test("a plan is chosen for a year, paid for, refused, tried again and extended, by keyboard", async () => {
			const { page, context, complaints } = await openWindowAsMember(world, options);
			await page.goto("/payment");
			await page.getByText("Отсутствуют данные").waitFor();
			await page.getByText("0–0 из 0").waitFor();
			expect(await page.getByText("Тестовый режим").count()).toBe(1);
			await noFaults(page);

			const toPlus = page.getByRole("link", { name: "Подключить «Плюс»" });
			expect(await toPlus.getAttribute("href")).toBe("/payment?plan=plus-month");
			await page.getByRole("radio", { name: "За 30 дней" }).focus();
			await page.keyboard.press("ArrowRight");
			expect(await toPlus.getAttribute("href")).toBe("/payment?plan=plus-year");
			await toPlus.focus();
			await page.keyboard.press("Enter");
			await heading(page, "Оплата тарифа «Плюс»");
			expect(await facts(page)).toMatch(/365\s+дней[\s\S]*3\s744\s₽/);
			await page.getByRole("button", { name: "За 30 дней" }).click();
			// The year has a quota for each 30 days, too: what is typed before the month has come would be lost.
			await expect.poll(() => facts(page)).not.toMatch(/365\s+дней/);
			await page.waitForLoadState();
			expect(await facts(page)).toMatch(/30\s+дней/);

			const email = page.getByLabel("Почта для чека");
			expect(await email.inputValue()).toContain("@example.ru");
			await email.fill("не почта");
			await page.keyboard.press("Enter");
			await page.getByText("Похоже, в адресе ошибка").waitFor();
			expect(await email.inputValue()).toBe("не почта");
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("receiptEmail");
			await noFaults(page);
			await email.fill("buh@пример.рф");
			await page.keyboard.press("Enter");
			await heading(page, "Тестовая оплата");
			expect(await page.getByText("Тестовый режим").count()).toBe(1);
			await noFaults(page);

			await page.getByRole("button", { name: "Оставить без ответа" }).press("Enter");
			await heading(page, "Платёж проверяется");
			await noFaults(page);
			// Paid in another window; this one finds out by itself.
			const bank = await context.newPage();
			await bank.goto(page.url().replace("/success", "/sandbox"));
			await bank.getByRole("button", { name: "Оплатить 390 ₽" }).click();
			await heading(bank, "Оплата прошла");
			await bank.close();
			await heading(page, "Оплата прошла");
			expect(await facts(page)).toMatch(/Плюс, 30\s+дней[\s\S]*390\s₽[\s\S]*Действует до/);
			await noFaults(page);

			await page.getByRole("link", { name: "История платежей" }).click();
			await page.waitForURL("**/payment");
			expect(await rows(page)).toEqual(["paid"]);
			expect(await page.locator(".current-plan-title").textContent()).toBe("Плюс");
			expect(await page.getByText("Включится сам, когда закончится «Плюс»").count()).toBe(1);
			await noFaults(page);

			await page.getByRole("link", { name: "Подключить «Про»" }).click();
			await page.getByText(/Неиспользованное время тарифа «Плюс».*плюс 11\s+дней/).waitFor();
			const key = () => page.locator("input[name=paymentId]").inputValue();
			const first = await key();
			await page.getByRole("button", { name: "Оплатить 990 ₽" }).press("Enter");
			await page.getByLabel("Причина отказа").selectOption({ label: "Карта просрочена" });
			await page.getByRole("button", { name: "Отклонить" }).press("Enter");
			await heading(page, "Оплата не прошла");
			await page.getByText(/Банк не\s+принял данные карты/).waitFor();
			await noFaults(page);
			await page.getByRole("link", { name: "Попробовать ещё раз" }).press("Enter");
			await heading(page, "Оплата тарифа «Про»");
			expect(await key()).not.toBe(first);
			await page.getByRole("button", { name: "Оплатить 990 ₽" }).press("Enter");
			await page.getByRole("button", { name: "Оплатить 990 ₽" }).press("Enter");
			await heading(page, "Оплата прошла");

			await page.goto("/payment");
			expect(await rows(page)).toEqual(["paid", "canceled", "paid"]);
			expect(await page.locator(".current-plan-title").textContent()).toBe("Про");
			await page.getByRole("link", { name: "Продлить", exact: true }).click();
			await page.getByText("Новый срок начнётся").waitFor();

			await page.goto("/payment");
			await page
				.getByRole("link", { name: /^Платёж от/ })
				.first()
				.click();
			await heading(page, /^Платёж от/);
			await page.getByText("Отклонено").waitFor();
			await noFaults(page);
			await page.getByRole("link", { name: "Попробовать ещё раз" }).click();
			await heading(page, "Оплата тарифа «Про»");

			await page.goto("/payment");
			await page.getByRole("link", { name: "Запросить возврат" }).press("Enter");
			await heading(page, "Возврат денег");
			await page.getByText("вернём всю сумму").waitFor();
			await noFaults(page);
			await page.getByRole("button", { name: "Вернуть 990,00 ₽" }).press("Enter");
			await heading(page, /^Платёж от/);
			expect(await facts(page)).toMatch(/Возврат990,00\s₽, отправлен/);
			await page.goto("/payment");
			expect(await rows(page)).toEqual(["refunded", "canceled", "paid"]);

			await page.goto("/payment/success");
			expect(page.url()).toMatch(/\/payment$/);
			// The browser itself reports a form that came back as an error.
			expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
			await context.close();
		});

		test("S-9.5 S-9.6 S-9.7 a long history is paged and sorted by the server", async () => {
			const { page, context, complaints } = await openWindow(world, options);
			const person = newPerson();
			await enrol(page, person);
			await withHistory(person);
			await page.goto("/payment");
			await hydrated(page);
			await page.getByText("1–5 из 12").waitFor();
			expect(await rows(page)).toHaveLength(5);

			const next = page.getByRole("link", { name: "Следующая страница" });
			if (javaScriptEnabled) {
				// A slow line: the wait is seen, and said.
				const { promise: held, resolve: release } = Promise.withResolvers<void>();
				await page.route("**/payment.data**", (route) => held.then(() => route.continue()));
				await next.focus();
				await page.keyboard.press("Enter");
				await page.getByRole("status").getByText("Загрузка...").waitFor();
				await page.getByRole("progressbar", { name: "Загрузка..." }).waitFor();
				release();
				await page.getByText("6–10 из 12").waitFor();
				await page.unroute("**/payment.data**");
				const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
				expect(await focused()).toBe("Следующая страница");
				await page.keyboard.press("Enter");
				await page.getByText("11–12 из 12").waitFor();
				expect(await focused()).toBe("Следующая страница");
			} else {
				await next.click();
				await page.getByText("6–10 из 12").waitFor();
				await page.getByRole("link", { name: "Последняя страница" }).click();
				await page.getByText("11–12 из 12").waitFor();
				await page.waitForLoadState();
			}
			expect(await rows(page)).toHaveLength(2);
			expect(await next.getAttribute("aria-disabled")).toBe("true");

			if (javaScriptEnabled) {
				// Chosen before the script runs, it is shown when it does.
				const release = await holdScripts(page);
				await page.goto(page.url(), { waitUntil: "commit" });
				await page.getByLabel("Строк на странице:").selectOption("10");
				release();
			} else await page.getByLabel("Строк на странице:").selectOption("10");
			if (!javaScriptEnabled) await page.getByRole("button", { name: "Показать", exact: true }).click();
			await page.getByText("1–10 из 12").waitFor();
			expect(new URL(page.url()).search).toMatch(/page=1&rows=10|rows=10/);
			const sums = () => page.locator("[data-payment-id] .data-table-end").allInnerTexts();
			await page.getByRole("link", { name: "Сумма" }).click();
			await page.waitForURL(/sort=sum/);
			await page.locator("th[aria-sort=descending]", { hasText: "Сумма" }).waitFor();
			await page.waitForLoadState();
			expect((await sums())[0]).toMatch(/^402,00/);
			await page.getByRole("link", { name: "Сумма" }).click();
			await page.locator("th[aria-sort=ascending]", { hasText: "Сумма" }).waitFor();
			// Without script the head of the table comes before its rows.
			await page.waitForLoadState();
			expect((await sums())[0]).toMatch(/^391,00/);

			// On a phone each payment is one link, as high as a finger needs.
			await page.setViewportSize({ width: 320, height: 800 });
			const [row, link] = await Promise.all([
				page.locator("[data-payment-id]").first().boundingBox(),
				page
					.getByRole("link", { name: /^(Чек|Платёж) от/ })
					.first()
					.boundingBox(),
			]);
			expect(link?.height).toBeGreaterThanOrEqual(44);
			expect([link?.width, link?.height].map((n) => Math.round(n ?? 0))).toEqual([
				Math.round(row?.width ?? 1),
				Math.round((row?.height ?? 1) - 1),
			]);
			await noFaults(page);
			await page
				.getByRole("link", { name: /^(Чек|Платёж) от/ })
				.first()
				.click();
			await heading(page, /^Платёж от/);
			expect(complaints).toEqual([]);
			await context.close();
		});
	},
);
