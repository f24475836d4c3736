import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	hydrated,
	lastAnswer,
	newPerson,
	openWindow,
	PATIENCE_MS,
} from "../support/world.ts";

const world = setUpWorld();

const LINES = 50_000;
const CODE = Array.from({ length: LINES }, (_, i) => `let a${i} = ${i};\n`).join("");
const ANSWER = `Вот код:\n\n\`\`\`js\n${CODE}\`\`\`\n\nГотово.\n`;

const elements = (page: BrowserWindow["page"]) => page.locator("*").count();
/** The button of the code is there only with script. */
const shown = async (page: BrowserWindow["page"]) =>
	(await lastAnswer(page).locator(".prose").textContent())?.replace("Скопировать", "");

test("a block of 50 000 lines is as much as a page can bear, live and after a reload, and a file has all of it", async () => {
	const { page, context, complaints } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	world.model.script(async (reply) => {
		await reply.stream(ANSWER.match(/[\s\S]{1,20000}/g) ?? [], 5);
		reply.finish();
	});
	await ask(page, "Длинный код");
	await page.locator("article[data-role=assistant][data-state=done]").last().waitFor();
	const note = lastAnswer(page).getByText("Ответ очень длинный: показано только начало.");
	await note.waitFor();
	expect(await elements(page)).toBeLessThan(5_000);
	const live = await shown(page);
	expect(live).toContain("let a9999 = 9999;");

	await page.reload();
	await hydrated(page);
	await note.waitFor();
	expect(await shown(page)).toBe(live);
	expect(await elements(page)).toBeLessThan(5_000);
	// What is far from the viewport is not laid out: all lines at once would block the browser.
	const layouts = await lastAnswer(page)
		.locator(".part")
		.evaluateAll((parts) => parts.map((one) => getComputedStyle(one).getPropertyValue("content-visibility")));
	expect(layouts.length).toBeGreaterThan(20);
	expect(new Set(layouts)).toEqual(new Set(["auto"]));

	const link = lastAnswer(page).getByRole("link", { name: "Скачать ответ целиком" });
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	const file: Buffer[] = [];
	for await (const bytes of await download.createReadStream()) file.push(bytes as Buffer);
	expect(Buffer.concat(file).toString()).toBe(ANSWER);

	// What is copied of the code is all of it, also where the page ends before it does.
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await lastAnswer(page).locator(".code-copy").click();
	await expect
		.poll(() => page.evaluate(async () => (await navigator.clipboard.readText()).length))
		.toBe(CODE.length - 1);

	// The same without script.
	const bare = await context.browser()?.newContext({
		baseURL: world.instance.url,
		javaScriptEnabled: false,
		storageState: await context.storageState(),
	});
	bare?.setDefaultTimeout(PATIENCE_MS);
	const still = await bare?.newPage();
	if (!still) throw new Error("no browser");
	await still.goto(page.url());
	expect(await shown(still)).toBe(live);
	expect(await still.getByRole("link", { name: "Скачать ответ целиком" }).getAttribute("href")).toContain(
		"/chat/export?c=",
	);
	await bare?.close();
	expect(complaints).toEqual([]);
	await context.close();
});
