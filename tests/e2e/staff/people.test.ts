import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { waitingInvitation } from "../../routes/admin/enrol.ts";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { changeData } from "../support/change-data.ts";
import { violations } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { takePictures } from "../support/take-pictures.ts";
import { type Credentials, enrol, newPerson, openWindow } from "../support/world.ts";

const DAY = 86_400_000;
const world = setUpWorld();
let owner: Credentials;
let oleg: Credentials;

beforeAll(async () => {
	[owner, oleg] = [await member("owner"), await member("support")];
	await changeData(world.instance, async (db) => {
		await db
			.insertInto("accounts")
			.values(
				Array.from({ length: 120 }, (_, i) => ({
					id: `crowd-${String(i).padStart(3, "0")}`,
					email: `ivanov${String(i).padStart(3, "0")}@school12.example`,
					name: i % 3 === 0 ? null : `Иван Иванов ${i}`,
					state: i % 40 === 3 ? ("blocked" as const) : ("active" as const),
					created_at: Date.now() - (100 + i) * DAY,
					seen_at: Date.now() - (1 + i) * DAY,
				})),
			)
			.execute();
		await waitingInvitation(db, randomUUID(), "ivanova@school12.example");
	});
});

/** Somebody with a role. */
async function member(role: string): Promise<Credentials> {
	const person = newPerson();
	const { page, context } = await openWindow(world);
	await enrol(page, person);
	await context.close();
	const given = await runCommand("users", ["role", person.email, role], settingsBeside(world.instance));
	expect(given).toMatchObject({ code: 0 });
	return person;
}

async function signIn(page: Page, { email, password }: Credentials) {
	await page.goto("/login");
	await page.getByLabel("Электронная почта").fill(email);
	await page.getByLabel("Пароль", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Войти", exact: true }).click();
	await page.waitForURL("**/chat**");
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

describe.each([
	{ javaScriptEnabled: true, width: 1440, whose: "1" },
	{ javaScriptEnabled: true, width: 390, whose: "2" },
	{ javaScriptEnabled: false, width: 1440, whose: "4" },
	{ javaScriptEnabled: false, width: 390, whose: "5" },
])("script: $javaScriptEnabled, $width px", ({ javaScriptEnabled, width, whose }) => {
	const options = { javaScriptEnabled, viewport: { width, height: 900 } };
	const check = async (page: Page, name: string) => {
		if (!javaScriptEnabled) return;
		for (const theme of ["light", "dark"] as const) {
			await page.evaluate((to) => document.documentElement.setAttribute("data-theme", to), theme);
			expect([name, theme, ...(await violations(page, theme))]).toEqual([name, theme]);
		}
		await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
		if (width === 1440) await takePictures(page, name);
	};

	test("the owner filters, goes on and back, invites several, mends what is wrong, and takes one back", async () => {
		const { page, complaints } = await openWindow(world, options);
		await signIn(page, owner);
		await page.goto("/admin/people");
		await check(page, "people");
		await page.getByLabel("Почта, имя или номер").fill("иван");
		await page.getByLabel("Порядок").selectOption("registered");
		await press(page, "Найти");
		await page.getByText("Найдено: 80").waitFor();
		await page.getByRole("link", { name: "Старше" }).click();
		await page.getByText("Показаны 30 из найденных").waitFor();
		await check(page, "people-last");
		await page.getByRole("link", { name: "Новее" }).click();
		await page.getByText("Показаны 50 из найденных").waitFor();
		await page.getByLabel("Состояние").selectOption({ label: "Закрыт" });
		await press(page, "Найти");
		await page.getByText("Найдено: 2", { exact: true }).waitFor();
		await page.getByLabel("Почта, имя или номер").fill("frolowa@");
		await press(page, "Найти");
		await page.getByText("По запросу «frolowa@» ничего нет").waitFor();
		await check(page, "people-nobody");
		await page.getByRole("link", { name: "Показать все" }).click();
		await page.getByRole("link", { name: "Пригласить" }).click();
		await heading(page, "Пригласить");
		const [one, two] = [1, 2].map(() => `guest.${randomUUID().slice(0, 8)}@school12.example`);
		await page.getByLabel("Почта").fill(`${one}\npetrov@`);
		await page.getByLabel("Тариф в подарок").selectOption({ index: 1 });
		await page.getByLabel("Ссылка действует").selectOption("30");
		await page.getByLabel("Ваш пароль").fill(owner.password);
		await press(page, "Отправить приглашения");
		await page.getByText("petrov@: Проверьте адрес").waitFor();
		expect(await page.getByLabel("Почта").inputValue()).toBe(`${one}\npetrov@`);
		expect(await page.getByLabel("Ссылка действует").inputValue()).toBe("30");
		await check(page, "invite-wrong");
		await page.getByLabel("Почта").fill(`${one}\n${two}`);
		await page.getByLabel("Ваш пароль").fill(owner.password);
		await press(page, "Отправить приглашения");
		await page.getByText("Приглашения записаны").waitFor();
		await check(page, "invite");
		await page.getByRole("link", { name: `Отозвать: ${one}` }).click();
		await heading(page, "Отозвать");
		await check(page, "invite-revoke");
		await press(page, "Отозвать");
		await page.getByText("Приглашение отозвано").waitFor();
		expect(await page.getByText(one ?? "").count()).toBe(0);
		await page.getByRole("link", { name: `Отправить ещё раз: ${two}` }).click();
		await press(page, "Отправить ещё раз");
		await page.getByText("Приглашение отправлено ещё раз").waitFor();
		expect(complaints.filter((line) => !/status of 4/.test(line))).toEqual([]);
	});

	test("support has an e-mail shown, and is told what is not for it", async () => {
		const { page, complaints } = await openWindow(world, options);
		await signIn(page, oleg);
		// An e-mail that was shown stays so for a quarter of an hour: somebody else's each time.
		await page.goto(`/admin/people?q=crowd-00${whose}`);
		await page.getByText("iv…@school12.example").waitFor();
		await page.getByRole("link", { name: `Иван Иванов ${whose}` }).click();
		await heading(page, `Иван Иванов ${whose}`);
		await check(page, "person-support");
		await page.getByRole("link", { name: "Показать почту" }).click();
		await page.getByLabel("Ваш пароль").fill(oleg.password);
		await check(page, "show-email");
		await press(page, "Показать почту");
		await page.getByText(`ivanov00${whose}@school12.example`).waitFor();
		await page.goto("/admin/people");
		await page.getByText("Найдено:").waitFor();
		expect(await page.getByText(`ivanov00${whose}@school12.example`).count()).toBe(0);
		await check(page, "people-support");
		await page.goto("/admin/team");
		await heading(page, "Нет доступа");
		await check(page, "no-right");
		expect(complaints.filter((line) => !/status of 4/.test(line))).toEqual([]);
	});
});

test("a form that comes back has the focus in its first field with a problem", async () => {
	const { page, context } = await openWindow(world, { viewport: { width: 1440, height: 900 } });
	await signIn(page, owner);
	await page.goto("/admin/people?account=crowd-001&do=block");
	await heading(page, "Закрыть доступ");
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
	expect(await focused()).toBeFalsy();
	await press(page, "Закрыть доступ");
	await page.locator("textarea[name=reason][aria-invalid=true]").waitFor();
	await expect.poll(focused).toBe("reason");
	await context.close();
});
