import { expect, test } from "vitest";
import { setUpWorld } from "../../support/set-up-world.ts";
import { type BrowserWindow, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

const LONG = "Липа цветёт в июле. ".repeat(250);

/** Pastes a long text behind a question, as a browser does. */
async function paste(page: BrowserWindow["page"]) {
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("О чём это? ");
	await field.focus();
	await field.evaluate((area, text) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", text);
		area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	}, LONG);
	await page.keyboard.insertText(LONG);
	return field;
}

test("a pasted text whose file is refused stays in the field, and leaves it once the server has the file", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const asFile = page.getByRole("button", { name: "Прикрепить его файлом" });
	const { promise: held, resolve: refuse } = Promise.withResolvers<void>();
	await page.route("**/chat/files", async (route) => {
		await held;
		await route.fulfill({ status: 413, json: { message: "Для файла не хватает места." } });
	});
	const field = await paste(page);
	await asFile.click();
	await asFile.waitFor({ state: "detached" });
	// On its way it is in neither place alone.
	expect(await field.inputValue()).toBe(`О чём это? ${LONG}`);
	await field.press("Control+Home");
	await page.keyboard.insertText("Скажи: ");
	refuse();
	await page.getByText("Для файла не хватает места.").waitFor();
	expect(await field.inputValue()).toBe(`Скажи: О чём это? ${LONG}`);

	await page.unroute("**/chat/files");
	await page.getByRole("button", { name: /^Убрать файл/ }).click();
	await paste(page);
	await asFile.click();
	await expect.poll(() => field.inputValue()).toBe("О чём это? ");
	await page.getByText("Вставленный текст").first().waitFor();
	expect(complaints.filter((line) => !/status of 413/.test(line))).toEqual([]);
	await context.close();
});
