import { expect, test } from "vitest";
import { lengthen } from "./support/lengthen.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import {
	ask,
	type BrowserWindow,
	holdScripts,
	hydrated,
	lastAnswer,
	openWindow,
	openWindowAsMember,
} from "./support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

type Page = BrowserWindow["page"];

/** Opens a page with its scripts held back until the returned function is called. */
async function openBeforeScript(page: Page, path = "/chat") {
	await page.unrouteAll();
	const release = await holdScripts(page);
	await page.goto(path, { waitUntil: "commit" });
	return release;
}

const message = (page: Page) => page.getByLabel("Сообщение", { exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

test("what is typed before the script runs stays, and what is typed meanwhile follows it", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	let release = await openBeforeScript(page);
	await message(page).click();
	await page.keyboard.type("Как заварить ");
	release();
	const words = "чай, если вода жёсткая, а заварочного чайника нет, и в термосе его не заваришь";
	await page.keyboard.type(words, { delay: 5 });
	// Hydrated: it counts, and offers to send.
	await page.locator(".composer-send:not([data-idle])").waitFor();
	expect(await message(page).inputValue()).toBe(`Как заварить ${words}`);

	// There is a draft now, which the page does not know before its script does.
	release = await openBeforeScript(page);
	await message(page).fill("И ещё.");
	release();
	await expect.poll(() => message(page).inputValue()).toBe(`Как заварить ${words}\n\nИ ещё.`);

	// An initial text is changed, and then something is looked for.
	await message(page).fill("");
	await ask(page, "Про липу");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	release = await openBeforeScript(page, "/chat?ask=Почему");
	await message(page).press("End");
	await page.keyboard.type(" небо синее");
	await message(page).press("Home");
	await page.keyboard.type("А ");
	await page.getByRole("searchbox", { name: "Поиск по чатам" }).click();
	await page.keyboard.type("лип");
	release();
	const list = page.getByRole("navigation", { name: "Чаты" });
	await list.locator("mark", { hasText: "липу" }).first().waitFor();
	await page.keyboard.type("у");
	await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("липу");
	expect(await focused(page)).toBe("search");
	expect(await message(page).inputValue()).toBe("А Почему небо синее");
	// The script knows of it: it is a draft, too.
	await page.reload();
	await hydrated(page);
	await page.goto("/chat");
	await expect.poll(() => message(page).inputValue()).toBe("А Почему небо синее");
	expect(complaints).toEqual([]);
	await context.close();
});

test("what is opened, chosen, ticked or scrolled before the script runs stays so, and has its effect", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 390, height: 844 },
	});
	let release = await openBeforeScript(page);
	await message(page).fill("Как заварить чай?");
	await page.locator(".composer .attach input[type=file]").setInputFiles({
		name: "чай.txt",
		mimeType: "text/plain",
		buffer: Buffer.from("Чай заваривают горячей водой."),
	});
	await page.getByRole("button", { name: "Открыть меню", exact: true }).click();
	const list = page.getByRole("navigation", { name: "Чаты" });
	await list.waitFor();
	release();
	await hydrated(page);
	await page.locator(".composer-send:not([data-idle])").waitFor();
	await page.locator(".att[data-state=ready]", { hasText: "чай" }).waitFor();
	expect(await list.isVisible()).toBe(true);
	await page.keyboard.press("Escape");
	await list.waitFor({ state: "hidden" });

	await ask(page, "Про липу");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const address = page.url();
	await lengthen(world, new URL(address).searchParams.get("c") ?? "", 5);
	release = await openBeforeScript(page, address);
	await page.getByText("Про липу", { exact: true }).last().click();
	release();
	await hydrated(page);
	// What would scroll it does so in the next frames.
	await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
	expect(await page.locator(".chat-scroll").evaluate((box) => box.scrollTop)).toBe(0);

	await page.goto("/chat");
	await ask(page, "Про клён");
	release = await openBeforeScript(page, "/chat?do=select");
	await page.getByLabel("Выбрать все").check();
	release();
	await page.getByText("Выбрано: 2").waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("so it is in the account, in the fields of the kit and on a static page", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.goto("/account");
	await hydrated(page);
	const about = page.getByLabel("О себе", { exact: true });
	await about.fill("Живу в Казани.");
	await page.locator("#about").getByRole("button", { name: "Сохранить" }).click();
	await page.getByRole("status").getByText("Сохранено").waitFor();
	// By way of another address: opened anew, Chromium scrolls a page to where it was, and gives way to a wheel only.
	await page.goto("about:blank");
	let release = await openBeforeScript(page, "/account");
	await page.locator("#profile").getByLabel("Тема").selectOption("dark");
	await about.press("End");
	await page.keyboard.type(" Пью чай.");
	await page.getByLabel("Как отвечать", { exact: true }).fill("Кратко.");
	// The page may still be coming, and not be high enough.
	const scrolled = () =>
		page.evaluate(() => {
			scrollTo(0, 300);
			return scrollY;
		});
	await expect.poll(scrolled).toBe(300);
	release();
	await page.locator("html[data-theme=dark]").waitFor();
	await page.getByText(/^23\sиз\s1\s500$/).waitFor();
	await page.getByText(/^7\sиз\s1\s500$/).waitFor();
	expect(await about.inputValue()).toBe("Живу в Казани. Пью чай.");
	expect(await page.evaluate(() => scrollY)).toBe(300);
	// A refused form is a page: the script that comes leaves the focus where somebody has gone on.
	release = await openBeforeScript(page, "/account?do=change-email");
	await page.getByRole("button", { name: "Отправить письмо" }).click({ noWaitAfter: true });
	await page.locator("[aria-invalid=true]").first().waitFor();
	await page.getByLabel("Пароль", { exact: true }).fill("верный");
	release();
	await hydrated(page);
	await page.keyboard.type(" пароль");
	expect(await page.getByLabel("Пароль", { exact: true }).inputValue()).toBe("верный пароль");
	await page.unrouteAll();
	expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
	await context.close();

	const guest = await openWindow(world);
	release = await openBeforeScript(guest.page, "/ui-kit");
	await guest.page.locator("select[name=plan]").selectOption("pro");
	await guest.page.locator("select[name=city]").selectOption("Казань");
	await guest.page.locator("select[name=city]").focus();
	release();
	await guest.page.getByRole("button", { name: "Тариф Про" }).waitFor();
	const hiddenOf = (name: string) => guest.page.locator(`input[type=hidden][name=${name}]`).inputValue();
	expect([await hiddenOf("plan"), await hiddenOf("city")]).toEqual(["pro", "Казань"]);
	await expect.poll(() => focused(guest.page)).toBe("city");

	release = await openBeforeScript(guest.page, "/registration");
	await guest.page.getByLabel("Пароль", { exact: true }).fill("длинные слова о погоде");
	release();
	await guest.page.locator("[data-strength][data-level='4']").waitFor();
	expect(guest.complaints).toEqual([]);
	await guest.context.close();
});
