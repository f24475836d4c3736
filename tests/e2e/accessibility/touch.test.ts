import { describe, expect, test } from "vitest";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, enrol, lastAnswer, newPerson, openWindow, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODELS: "first-model,second-model" });

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

/**
 * Runs in the page. @returns whatever can be pressed and is smaller than a finger needs (44 px); a link in a line of text may be
 * as high as its line
 */
function smallTargets(): string[] {
	const targets = document.querySelectorAll<HTMLElement>(
		"a[href], button, select, summary, textarea, input:not([type=hidden])",
	);
	return [...targets].flatMap((target) => {
		const shown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true });
		if (!shown || target.matches(".skip-link, .sr-only") || getComputedStyle(target).display === "inline")
			return [];
		const box = target.matches("[type=checkbox], [type=radio]")
			? (target.closest("label") ?? target)
			: target;
		const { width, height } = box.getBoundingClientRect();
		if (Math.min(width, height) >= 43.9) return [];
		return `${target.outerHTML.slice(0, 120)}: ${width} × ${height}`;
	});
}

const GUEST =
	"/ /login /registration /registration/success /verify-mail /reset-password /oferta /privacy /contacts".split(
		" ",
	);
const MEMBER =
	"/account /account?do=delete /payment /payment?plan=plus-month /payment?plan=pro-year /FAQ /chat /chat?q=чай /chat?do=select /chat/import /nowhere".split(
		" ",
	);

const OPERATOR =
	"/payment/bills /payment/bills?do=new /admin /admin/people /admin/payments /admin/payments?view=days /admin/plans /admin/codes /admin/codes?code=ШКОЛА20 /admin/codes?do=new /admin/bills /admin/models /admin/tools /admin/tools?do=server /admin/look /admin/look?tab=announcement /admin/news /admin/news?do=new /admin/team /admin/feedback /admin/shown /admin/journal /admin/state /admin/start".split(
		" ",
	);

describe("by a finger, at 320 px", () => {
	test("everything on the open pages is large enough", async () => {
		const { page, context } = await openWindow(world, PHONE);
		for (const path of GUEST) {
			await page.goto(path);
			expect([path, ...(await page.evaluate(smallTargets))]).toEqual([path]);
		}
		await context.close();
	});

	test("everything of a member is large enough, in the chat too", async () => {
		const { page, context } = await openWindowAsMember(world, PHONE);
		await ask(page, "Как заварить чай?");
		await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
		const look = async (what: string) =>
			expect([what, ...(await page.evaluate(smallTargets))]).toEqual([what]);
		await look("an answer");
		await page.getByRole("button", { name: "Создать ответ заново" }).click();
		await look("the choice of another answer");
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: /^Модель: / }).click();
		await page.getByRole("menu", { name: "Модель" }).waitFor();
		await look("the menu of models");
		await page.keyboard.press("Escape");
		await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
		await page.getByRole("menuitem", { name: "Инструкция" }).waitFor();
		await look("the menu of the chat");
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Открыть меню" }).click();
		await look("the drawer");
		for (const path of MEMBER) {
			await page.goto(path);
			await look(path);
		}
		await context.close();
	});

	test("everything of the operator's screens and of the bills is large enough", async () => {
		const { page, context } = await openWindow(world, PHONE);
		const irina = newPerson();
		await enrol(page, irina);
		const settings = settingsBeside(world.instance);
		expect(await runCommand("users", ["role", irina.email, "owner"], settings)).toMatchObject({ code: 0 });
		expect(await runCommand("codes", ["make", "ШКОЛА20", "--percent", "20"], settings)).toMatchObject({
			code: 0,
		});
		for (const path of OPERATOR) {
			await page.goto(path);
			expect([path, ...(await page.evaluate(smallTargets))]).toEqual([path]);
		}
		await page.locator(".adm-drawer > summary").click();
		expect(["the drawer", ...(await page.evaluate(smallTargets))]).toEqual(["the drawer"]);
		await context.close();
	});

	test("the brand is the mark alone, and the composer keeps the model's name beside «Остановить» and the queue", async () => {
		const { page, context } = await openWindow(world, PHONE);
		const name = page.locator("header .logo > span");
		for (const path of ["/", "/login"]) {
			await page.goto(path);
			expect(await name.isVisible()).toBe(false);
			expect(await page.getByRole("link", { name: /на\sглавную/ }).isVisible()).toBe(true);
			await page.setViewportSize({ width: 390, height: 844 });
			expect(await name.isVisible()).toBe(true);
			await page.setViewportSize(PHONE.viewport);
		}
		await context.close();
		const member = await openWindowAsMember(world, PHONE);
		world.model.script("hang-midway");
		await ask(member.page, "Расскажи о чае");
		await member.page.getByLabel("Сообщение", { exact: true }).fill("Второй вопрос");
		await member.page.getByRole("button", { name: "Поставить в очередь" }).waitFor();
		const title = member.page.locator(".composer-model:visible > span");
		expect(await title.textContent()).toBe("first-model");
		expect(await title.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
		await member.page.getByRole("button", { name: "Остановить" }).click();
		await lastAnswer(member.page).and(member.page.locator("[data-state=stopped]")).waitFor();
		await member.context.close();
	});
});
