import { readFileSync } from "node:fs";
import { zipSync } from "fflate";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { exported, plain } from "../../chat/import/export.ts";
import { violations } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { openWindowAsMember } from "../support/world.ts";

const world = setUpWorld();

const json = (...conversations: unknown[]) => Buffer.from(JSON.stringify(conversations));
const ARCHIVE = {
	name: "chatgpt.zip",
	mimeType: "application/zip",
	buffer: Buffer.from(
		zipSync({
			"user.json": Buffer.from("{}"),
			"conversations.json": json(plain("1", "Где зимуют раки?", "Под **корягами**."), plain("2")),
		}),
	),
};
const FILE = {
	name: "conversations.json",
	mimeType: "application/json",
	buffer: json(plain("2"), plain("3", "Когда цветёт липа?")),
};

async function send(page: Page, file: typeof FILE) {
	await page.getByLabel("Архив .zip или файл conversations.json").setInputFiles(file);
	await page.getByRole("button", { name: "Перенести" }).click();
}

describe.each([
	["with JavaScript", true],
	["without JavaScript", false],
])("%s", (_name, javaScriptEnabled) => {
	test("conversations are brought in from an archive and a file, found, read and taken away again", async () => {
		const { page, context, complaints } = await openWindowAsMember(world, {
			javaScriptEnabled,
			acceptDownloads: true,
		});
		await page.getByRole("link", { name: "Перенести чаты из ChatGPT" }).click();
		await page.waitForURL("**/chat/import");
		await send(page, ARCHIVE);
		await page.getByRole("status").getByText("Перенесено 2 чата.").waitFor();
		if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
		await send(page, FILE);
		await page.getByRole("status").getByText("Перенесён 1 чат. 1 чат уже был здесь.").waitFor();
		await send(page, { ...FILE, buffer: Buffer.from("никакой не JSON") });
		await page.getByRole("alert").getByText("Это не архив ChatGPT").waitFor();
		if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
		await page.goto("/chat/import");
		expect(await page.getByText("Перенос не закончен").count()).toBe(0);

		await page.getByRole("link", { name: "Перейти в чат" }).click();
		const list = page.getByRole("navigation", { name: "Чаты" });
		await list.getByRole("link", { name: "Беседа 3" }).waitFor();
		// The page comes in pieces.
		await page.waitForLoadState();
		expect(await list.getByRole("link", { name: /Беседа/ }).count()).toBe(3);
		await list.getByRole("link", { name: "Беседа 1" }).click();
		await page.locator("[data-role=user] .bubble", { hasText: "Где зимуют раки?" }).waitFor();
		await page.locator("article[data-state=done] strong", { hasText: "корягами" }).waitFor();

		// What has just come in gets into the search in batches.
		await expect
			.poll(
				async () => {
					await page.goto(`/chat?q=${encodeURIComponent("коряга")}`);
					return page.locator("mark", { hasText: "корягами" }).count();
				},
				{ interval: 200 },
			)
			.toBe(1);
		await page.locator(".found").first().click();
		await page.waitForURL(/#m-/);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Экспортировать чат" }).click(),
		]);
		expect(readFileSync(await download.path(), "utf8")).toMatch(
			/^# Беседа 1\n\n## Вы\n\nГде зимуют раки\?\n[\s\S]*Под \*\*корягами\*\*\./,
		);
		// The browser itself reports a form that came back as an error.
		expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
		await context.close();
	});
});

test("the page says how much has gone, sends once whatever is pressed, and says that the network failed", async () => {
	const { page, context } = await openWindowAsMember(world);
	await page.goto("/chat/import");
	const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
	await page.route("**/chat/import", (route) =>
		route.request().method() === "POST" ? lost.then(() => route.abort("connectionreset")) : route.continue(),
	);
	await send(page, FILE);
	const bar = page.getByRole("progressbar", { name: "Отправлено" });
	await bar.waitFor();
	expect(await violations(page)).toEqual([]);
	lose();
	await page.getByRole("alert").getByText("Связь прервалась.").waitFor();
	expect(await violations(page)).toEqual([]);
	expect(await bar.isVisible()).toBe(false);
	await page.unroute("**/chat/import");

	const line = await context.newCDPSession(page);
	await line.send("Network.enable");
	const upload = (uploadThroughput: number) => {
		const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
		return line.send("Network.emulateNetworkConditions", conditions);
	};
	await upload(100_000);
	let sent = 0;
	page.on("request", (request) => {
		if (request.method() === "POST") sent++;
	});
	const long = exported("long", [
		{ id: "q", parent: null, role: "user", text: "Вопрос" },
		{ id: "a", parent: "q", role: "assistant", text: "Длинный ответ. ".repeat(40_000) },
		{ id: "b", parent: "a", role: "assistant", text: "Длинный ответ. ".repeat(40_000) },
	]);
	// Told by the page as it happens: asked for, some of it would be missed.
	const seen: number[] = [];
	await page.exposeFunction("note", (value: number) => void seen.push(value));
	await page.evaluate(() => {
		const bar = document.querySelector("progress");
		const { note } = window as unknown as { note: (value?: number) => void };
		const watch = new MutationObserver(() => note(bar?.value));
		if (bar) watch.observe(bar, { attributeFilter: ["value"] });
	});
	await send(page, { ...FILE, buffer: json(long) });
	await bar.waitFor();
	await page.keyboard.press("Enter");
	// A browser that stands still tells of less: the rest goes when enough has been told.
	await expect.poll(() => seen.length).toBeGreaterThan(3);
	await upload(1_500_000);
	await page.getByRole("status").getByText("Перенесён 1 чат.").waitFor();
	expect(sent).toBe(1);
	expect(seen.toSorted((one, other) => one - other)).toEqual(seen);
	await context.close();
});
