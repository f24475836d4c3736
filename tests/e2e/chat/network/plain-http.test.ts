import type { Page } from "playwright";
import { expect, test } from "vitest";
import { says } from "../../../support/fakes/fake-model-scenarios.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { watchFor } from "../../support/watch-for.ts";
import { ask, enrol, lastAnswer, newPerson, openWindow } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

const CODE = "const a = 1;";

/**
 * Somebody in a browser as it is over plain http, where scripts are given no clipboard.
 * @param copies whether the browser copies what is selected
 */
async function overPlainHttp(copies: boolean) {
	const visitor = await openWindow(world, { permissions: ["clipboard-read", "clipboard-write"] });
	await visitor.page.addInitScript((copies) => {
		Object.assign(window, { kept: navigator.clipboard });
		Reflect.deleteProperty(Navigator.prototype, "clipboard");
		Reflect.deleteProperty(window, "ClipboardItem");
		if (!copies) document.execCommand = () => false;
	}, copies);
	const person = newPerson();
	await enrol(visitor.page, person);
	expect(await visitor.page.evaluate(() => "clipboard" in navigator)).toBe(false);
	return { ...visitor, person };
}

const copied = (page: Page) =>
	page.evaluate(() => (window as unknown as { kept: Clipboard }).kept.readText());

/** A key for an app, on the page that shows it. */
async function beginSecondFactor(page: Page, password: string): Promise<string> {
	await page.goto("/account?do=totp");
	await page.getByLabel("Пароль", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Продолжить" }).click();
	return (await page.locator(".totp-key code").textContent()) ?? "";
}

test("over plain http a question, an answer, its code and a key are copied all the same", async () => {
	const { page, context, complaints, person } = await overPlainHttp(true);
	world.model.script(says(`Вот код:\n\n\`\`\`js\n${CODE}\n\`\`\`\n`));
	await ask(page, "Про липу");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const isCopied = await watchFor(page, ".snackbar", "Скопировано");
	await page.locator("[data-role=user] [data-shortcut=copy]").click();
	await isCopied();
	expect(await copied(page)).toBe("Про липу");
	await lastAnswer(page).locator("[data-shortcut=copy]").click();
	await expect.poll(() => copied(page)).toContain("Вот код:");
	await lastAnswer(page).locator(".code-copy").click();
	await expect.poll(() => copied(page)).toBe(CODE);
	expect(await lastAnswer(page).locator(".code-copy:focus").count()).toBe(1);

	const key = await beginSecondFactor(page, person.password);
	await page.getByRole("button", { name: "Скопировать" }).click();
	await page.getByRole("button", { name: "Скопировано" }).waitFor();
	expect(await copied(page)).toBe(key.replaceAll(" ", ""));
	expect(complaints).toEqual([]);
	await context.close();
});

test("where nothing can be copied, it is said", async () => {
	const { page, context, complaints, person } = await overPlainHttp(false);
	world.model.script(says(`Вот код:\n\n\`\`\`js\n${CODE}\n\`\`\`\n`));
	await ask(page, "Про липу");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const isSaidOfCode = await watchFor(page, ".code-copy", "Не удалось скопировать");
	await lastAnswer(page).locator(".code-copy").click();
	await isSaidOfCode();
	// It can be copied by hand.
	expect((await page.evaluate(() => String(getSelection()))).trim()).toBe(CODE);
	const isSaid = await watchFor(page, ".snackbar", "Не удалось скопировать");
	await lastAnswer(page).locator("[data-shortcut=copy]").click();
	await isSaid();

	await beginSecondFactor(page, person.password);
	await page.getByRole("button", { name: "Скопировать" }).click();
	await page.getByRole("button", { name: "Не удалось скопировать" }).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});
