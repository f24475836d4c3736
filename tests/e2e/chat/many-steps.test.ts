import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import type { FakeReply, ToolCall } from "../../support/fakes/fake-model-reply.ts";
import { violationsInBothThemes } from "../support/faults.ts";
import { listenTo, silence } from "../support/screen-reader.ts";
import { hydrated, lastAnswer, openWindowAsMember, startWorld, type World } from "../support/world.ts";

const ANSWERS = 13;
/** As many as an answer may have. */
const ROUNDS = 2;
const CALLS_OF_ROUND = 8;

let world: World;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-many-steps-"));
	const mcp = await startFakeMcp({ era: "modern", fault: "none" });
	const TOOLS_FILE = join(folder, "tools.json");
	const tools = { echo: { effect: "read", title: "Заметка" } };
	writeFileSync(
		TOOLS_FILE,
		JSON.stringify({ servers: [{ key: "s", title: "Заметки", url: mcp.url, tools }] }),
	);
	world = await startWorld({ MODEL_TITLES: "0", MODEL_TOOLS: "1", TOOLS_FILE });
	world.model.otherwise = callManyTimes;
	ends.push(world.end, mcp.stop, () => rmSync(folder, { recursive: true }));
});
afterAll(async () => {
	for (const end of ends) await end();
});

/** Sixteen calls in two rounds, with a sentence before, between and after them. */
async function callManyTimes(reply: FakeReply) {
	const { messages } = reply.question;
	const after = messages.slice(messages.findLastIndex(({ role }) => role === "user"));
	const round = after.filter(({ role }) => role === "tool").length / CALLS_OF_ROUND;
	if (round === ROUNDS) {
		await reply.stream("Всё прочитано.");
		return reply.finish();
	}
	await reply.stream(`Часть ${round + 1}.`);
	const notes = Array.from({ length: CALLS_OF_ROUND }, (_, i) => ({ text: `заметка ${round}-${i}` }));
	reply.call(...notes.map((note): ToolCall => ["s__echo", note]));
}

test("200 calls of a conversation: no more elements than a page may have, axe finds nothing, keys do all, the end is announced once", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const announced = await listenTo(context);
	let id = "";
	for (let n = 1; n < ANSWERS; n++) id = await askAside(page, `Вопрос ${n}`, id);
	await page.goto(`/chat?c=${id}`);
	await hydrated(page);

	// The last one is asked by keys, and its steps happen before the reader's eyes.
	announced.length = 0;
	await page.getByLabel("Сообщение", { exact: true }).focus();
	await page.keyboard.type("Вопрос последний");
	await page.keyboard.press("Enter");
	await page
		.locator("article[data-role=assistant]")
		.nth(ANSWERS - 1)
		.waitFor();
	await expect.poll(() => lastAnswer(page).getAttribute("data-state")).toBe("done");
	await expect.poll(() => announced.at(-1) ?? "nothing").toMatch(/^Ответ готов\. /);
	await silence(page, announced);
	// An answer that ends before the page has shown it is announced by its end alone.
	const begun = announced.length > 1 ? ["Собеседник отвечает"] : [];
	expect(announced).toEqual([...begun, expect.stringMatching(/^Ответ готов\. /)]);

	await page.reload();
	await hydrated(page);
	expect(await page.locator("[data-call-id]").count()).toBe(ANSWERS * ROUNDS * CALLS_OF_ROUND);
	expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThanOrEqual(5_000);
	expect(await violationsInBothThemes(page)).toEqual([]);

	// From the composer back to the last steps: they are opened, and one of them is looked into.
	await page.getByLabel("Сообщение", { exact: true }).focus();
	await stepTo(page, "Shift+Tab", "Сделано 8 шагов");
	await page.keyboard.press("Enter");
	await stepTo(page, "Tab", "Заметка");
	await page.keyboard.press("Enter");
	await lastAnswer(page).getByText('{"text":"заметка 1-0"}').waitFor();
	expect(await violationsInBothThemes(page)).toEqual([]);
	expect(complaints).toEqual([]);
	await context.close();
});

/** Asks without the screen, as the form does, and waits for the end of the answer. @returns the conversation */
async function askAside(page: Page, text: string, conversationId: string): Promise<string> {
	const { request } = page.context();
	const headers = { Origin: world.instance.url };
	const form = { intent: "ask", promptId: crypto.randomUUID(), conversationId, text, tool: "s__echo" };
	const asked = await request.post("/chat", { form, headers, maxRedirects: 0 });
	expect(asked.status()).toBe(303);
	const [, id = ""] = /c=([\w-]+)/.exec(asked.headers().location ?? "") ?? [];
	await expect
		.poll(async () => (await request.get(`/chat?c=${id}`)).text())
		.not.toContain('data-state="writing"');
	return id;
}

/** Presses a key until what has the focus says this. */
async function stepTo(page: Page, key: string, words: string): Promise<void> {
	for (let pressed = 0; pressed < 60; pressed++) {
		await page.keyboard.press(key);
		const text = await page.evaluate(() =>
			document.activeElement?.tagName === "SUMMARY" ? document.activeElement.textContent : "",
		);
		if (text?.includes(words)) return;
	}
	throw new Error(`Sixty times ${key} have not led to «${words}».`);
}
