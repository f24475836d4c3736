import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { setUpWorld } from "./support/set-up-world.ts";
import { ask, type BrowserWindow, enrol, newPerson, openWindow } from "./support/world.ts";

let member: BrowserWindow;
const person = newPerson();
const world = setUpWorld();
beforeAll(async () => {
	member = await openWindow(world);
	await enrol(member.page, person);
});

test("check 7: passwords may be pasted and kept by a manager, on every form that asks for one", async () => {
	const guest = await openWindow(world, { permissions: ["clipboard-read", "clipboard-write"] });
	const forms = [
		[guest, "/login", ["current-password"]],
		[guest, "/registration", ["new-password"]],
		[member, "/change-password", ["current-password", "new-password"]],
	] as const;
	for (const [{ page }, path, expected] of forms) {
		await page.goto(path);
		const fields = page.locator("main input[type=password]");
		const found = await fields.evaluateAll((inputs) =>
			inputs.map((input) => input.getAttribute("autocomplete")),
		);
		expect([path, found]).toEqual([path, expected]);
		for (const [i] of expected.entries()) {
			const field = fields.nth(i);
			const word = `пароль из менеджера ${i}`;
			await field.focus();
			// What a manager or Ctrl+V does: a paste that nothing prevents.
			const prevented = await field.evaluate((input, text) => {
				const clipboardData = new DataTransfer();
				clipboardData.setData("text/plain", text);
				const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
				return !input.dispatchEvent(paste);
			}, word);
			expect([path, i, prevented]).toEqual([path, i, false]);
			await page.keyboard.insertText(word);
			expect(await field.inputValue()).toBe(word);
			expect(await field.getAttribute("maxlength")).toBeNull();
		}
	}
	await guest.page.goto("/login");
	expect(await guest.page.locator("input[name=email]").getAttribute("autocomplete")).toBe("username");
	await guest.context.close();
});

test("check 22: no script can read a cookie that signs somebody in", async () => {
	await member.page.goto("/chat");
	expect(await member.page.evaluate(() => document.cookie)).toBe("");
	const cookies = await member.context.cookies();
	expect(cookies.map(({ name }) => name)).toContain("s");
	for (const { name, httpOnly, sameSite } of cookies)
		expect([name, httpOnly, sameSite]).toEqual([name, true, "Lax"]);
});

test("check 19: a page behind an e-mail's link asks nobody else for anything, with script and without", async () => {
	for (const javaScriptEnabled of [true, false]) {
		const visitor = await openWindow(world, { javaScriptEnabled });
		await visitor.page.goto("/reset-password");
		await visitor.page.getByLabel("Электронная почта").fill(person.email);
		await visitor.page.getByRole("button", { name: /Отправить|Восстановить|Получить/ }).click();
		await visitor.page.waitForURL("**/reset-password/success");
		await visitor.page.locator("a[href*='/change-password?token=']").click();
		await visitor.page.waitForURL("**/change-password?token=*");
		await visitor.page.waitForLoadState("networkidle");
		// Requests to other hosts are among these.
		expect(visitor.complaints).toEqual([]);
		await visitor.context.close();
	}
});

test("check 37: the site stays empty inside another site's frame", async () => {
	const evil: Server = createServer((_, response) => {
		response.setHeader("Content-Type", "text/html");
		response.end(
			`<title>evil</title>${["/", "/login", "/chat", "/suggest/token"]
				.map((path) => `<iframe src="${world.instance.url}${path}"></iframe>`)
				.join("")}<object data="${world.instance.url}/login"></object>`,
		);
	}).listen(0, "127.0.0.1");
	await once(evil, "listening");
	const page = await member.context.newPage();
	try {
		await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
		await page.waitForLoadState("load");
		const frames = page.frames().filter((frame) => frame !== page.mainFrame());
		expect(frames.length).toBeGreaterThanOrEqual(4);
		for (const frame of frames) {
			const text = await frame.evaluate(() => document.body?.textContent ?? "").catch(() => "");
			expect(text).not.toMatch(/Собеседник|Войти|Сообщение/);
			expect(frame.url()).not.toContain(world.instance.url);
		}
	} finally {
		await page.close();
		evil.close();
	}
});

test("check 39: after signing out, Back shows nothing of the chat", async () => {
	const visitor = await openWindow(world);
	await visitor.page.goto("/login");
	await visitor.page.getByLabel("Электронная почта").fill(person.email);
	await visitor.page.getByLabel("Пароль", { exact: true }).fill(person.password);
	await visitor.page.getByRole("button", { name: "Войти", exact: true }).click();
	await visitor.page.waitForURL("**/chat");
	await ask(visitor.page, "Вопрос, который никто не должен увидеть");
	await visitor.page.goto("/account");
	const signOut = visitor.page.locator("form[action='/logout'] button").last();
	await signOut.click();
	await visitor.page.waitForURL("**/login");
	for (let i = 0; i < 3; i++) {
		await visitor.page.goBack().catch(() => null);
		await visitor.page.waitForLoadState("load");
		expect(await visitor.page.content()).not.toMatch(/никто не должен увидеть/);
		expect(new URL(visitor.page.url()).pathname).toBe("/login");
	}
	await visitor.context.close();
});
