import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { calls, says } from "../../support/fakes/fake-model-scenarios.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { listenTo, silence } from "../support/screen-reader.ts";
import { takePictures } from "../support/take-pictures.ts";
import {
	hydrated,
	lastAnswer,
	openWindow,
	openWindowAsMember,
	signUp,
	startWorld,
	type World,
} from "../support/world.ts";

type Mcp = Awaited<ReturnType<typeof startFakeMcp>>;

let world: World;
let notes: Mcp;
let timetable: Mcp;
/** It hears its calls and never answers one: a call has a minute, so a busy machine stops it in time, too. */
let maps: Mcp;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
	const found = [{ url: "https://cbr.ru/news", title: "Ключевая ставка", snippet: "Решение совета" }];
	const search = await startFakeSearch(found);
	[notes, timetable, maps] = await Promise.all([
		startFakeMcp({ era: "modern", fault: "none" }),
		startFakeMcp({ era: "modern", fault: "none" }),
		startFakeMcp({ era: "modern", fault: "call-hangs" }),
	]);
	const TOOLS_FILE = join(folder, "tools.json");
	const server = (key: string, title: string, { url }: Mcp, effect: string, echo: string) => ({
		...{ key, title, url },
		tools: { echo: { effect, title: echo } },
	});
	const servers = [
		server("notes", "Заметки", notes, "unsafe", "Записать заметку"),
		server("trains", "Поезда", timetable, "read", "Расписание поездов"),
		server("maps", "Карты", maps, "read", "Поиск на карте"),
	];
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers }));
	world = await startWorld({
		...{ MODEL_TITLES: "0", MODEL_TOOLS: "1", TOOLS_FILE },
		SEARXNG_URL: search.url,
	});
	ends.push(world.end, search.stop, notes.stop, timetable.stop, maps.stop, () =>
		rmSync(folder, { recursive: true }),
	);
});
afterAll(async () => {
	for (const end of ends) await end();
});
beforeEach(() => {
	timetable.script.fault = "none";
	notes.requests.length = 0;
	maps.requests.length = 0;
});

const step = (page: Page, tool: string) => lastAnswer(page).locator(`[data-tool=${tool}]`);
const conversation = (page: Page) => new URL(page.url()).searchParams.get("c") ?? "";
const noted = () => notes.heard("tools/call").length;

async function switchOn(page: Page): Promise<void> {
	await page.getByRole("switch", { name: "Поиск в интернете" }).check();
	await page.locator(".composer summary", { hasText: "Инструменты" }).click();
	for (const name of [/^Записать заметку/, /^Расписание поездов/, /^Поиск на карте/])
		await page.getByRole("switch", { name }).check();
	await page.locator(".composer summary", { hasText: "Инструменты" }).click();
}

async function send(page: Page, text: string): Promise<void> {
	await page.getByLabel("Сообщение", { exact: true }).fill(text);
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=user]", { hasText: text }).last().waitFor();
}

/** What the journeys have in common. `reaches` waits for the state of the last answer, and of a step in it. */
async function useTools(
	page: Page,
	name: string,
	reaches: (state: string, tool?: string, stepState?: string) => Promise<void>,
): Promise<void> {
	await switchOn(page);

	world.model.script(async (reply) => {
		await reply.stream("Сравню ставку с инфляцией.");
		reply.call(["search_web", { query: "ключевая ставка" }]);
	});
	world.model.script(calls(["search_web", { query: "инфляция за год" }], ["run_code", { code: "21 - 8.6" }]));
	world.model.script(says("Ставка выше инфляции на **12,4** процентного пункта [1]."));
	await send(page, "На сколько ставка выше инфляции?");
	await reaches("done");
	await lastAnswer(page).getByText("Сделано 3 шага: 2 поиска, вычисление").click();
	await step(page, "run_code").locator("summary").click();
	await step(page, "run_code").getByText("12.4").first().waitFor();
	expect(await lastAnswer(page).locator("a.cite").count()).toBe(1);
	await lastAnswer(page).locator('[data-source="1"]', { hasText: "Ключевая ставка" }).waitFor();
	await takePictures(page, `${name}-searches`);
	// A second window, and the file of the chat, tell it in the same order.
	const second = await page.context().newPage();
	await second.goto(page.url());
	const shown = [
		/Сравню ставку/,
		/Поиск: «ключевая ставка».*Поиск: «инфляция за год».*Вычислено/,
		/Ставка выше/,
	];
	const inOrder = new RegExp(shown.map(({ source }) => source).join(".*"), "s");
	for (const each of [page, second]) expect(await lastAnswer(each).textContent()).toMatch(inOrder);
	await second.close();
	const file = await page.context().request.get(`/chat/export?c=${conversation(page)}&format=md`);
	expect(await file.text()).toMatch(inOrder);

	world.model.script(calls(["notes__echo", { text: "Позвонить в банк" }]));
	world.model.script(says("Хорошо, не записываю."));
	await send(page, "Запиши: позвонить в банк");
	await reaches("waiting");
	await takePictures(page, `${name}-consent`);
	await page.getByRole("button", { name: "Не разрешать" }).click();
	await reaches("done", "notes__echo", "denied");
	await lastAnswer(page).getByText("Записать заметку: вы не разрешили").waitFor();
	expect(noted()).toBe(0);
	await takePictures(page, `${name}-refused`);

	world.model.script(calls(["notes__echo", { text: "Позвонить в банк" }]));
	world.model.script(says("Записано."));
	await send(page, "Всё-таки запиши");
	await reaches("waiting");
	await page.getByRole("button", { name: "Разрешить один раз" }).click();
	await reaches("done", "notes__echo", "done");
	expect(noted()).toBe(1);

	timetable.script.fault = "call-dies";
	world.model.script(calls(["trains__echo", { text: "Казань" }]));
	world.model.script(says("Расписание сейчас недоступно."));
	await send(page, "Когда поезд?");
	await reaches("done", "trains__echo", "failed");
	await takePictures(page, `${name}-dead`);

	world.model.script(calls(["current_time", {}], ["maps__echo", { text: "Вокзал" }]));
	await send(page, "Где вокзал?");
	await reaches("writing", "maps__echo", "started");
	await expect.poll(() => maps.heard("tools/call").length).toBe(1);
}

async function stopInCall(
	page: Page,
	name: string,
	reaches: (state: string, tool?: string, stepState?: string) => Promise<void>,
): Promise<void> {
	const left = maps.left();
	await page.getByRole("button", { name: "Остановить" }).first().click();
	await expect.poll(() => maps.left()).toBe(left + 1);
	await reaches("stopped", "maps__echo", "stopped");
	await lastAnswer(page).getByText("Поиск на карте: прервано").waitFor();
	// What was not finished is not called done.
	expect(
		await lastAnswer(page)
			.getByText(/^Сделан/)
			.count(),
	).toBe(0);
	await takePictures(page, `${name}-stopped`);
}

test("two searches and a calculation, a refusal, a consent, a server that dies, a step that counts its seconds, a stop in it", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const announced = await listenTo(context);
	const reaches = async (state: string, tool?: string, stepState?: string) => {
		await lastAnswer(page)
			.and(page.locator(`[data-state=${state}]`))
			.waitFor();
		if (tool)
			await step(page, tool)
				.and(page.locator(`[data-state=${stepState}]`))
				.first()
				.waitFor();
	};
	await page.reload();
	await useTools(page, "script", reaches);

	// A step tells how long it has taken so far: nothing moves by that, and nobody is told of each second.
	const row = step(page, "maps__echo").locator(".step-row");
	const seconds = async () =>
		Number(/(\d+) с/.exec((await row.locator("small").textContent()) ?? "")?.[1] ?? 0);
	const words = () => row.locator("> span").last().boundingBox();
	await silence(page, announced, 1_000);
	const place = await words();
	const before = announced.length;
	const first = await seconds();
	await expect.poll(seconds).toBeGreaterThan(first + 1);
	expect(await words()).toEqual(place);
	expect(announced.slice(before)).toEqual([]);
	// A page that is opened anew goes on from there.
	const later = await seconds();
	await page.reload();
	await hydrated(page);
	await expect.poll(seconds).toBeGreaterThanOrEqual(later);
	await takePictures(page, "script-live");
	await stopInCall(page, "script", reaches);
	expect(complaints).toEqual([]);
	await context.close();
});

test("the same without script", async () => {
	const { page, context, complaints } = await openWindow(world, {
		storageState: await signUp(world),
		javaScriptEnabled: false,
	});
	await page.goto("/chat");
	const reaches = (state: string, tool?: string, stepState?: string) =>
		expect
			.poll(
				async () => {
					const text = await (await context.request.get(page.url())).text();
					const last = text.slice(text.lastIndexOf('data-role="assistant"'));
					const isThere = last.includes(`data-role="assistant" data-state="${state}"`);
					const stepIs = !tool || last.includes(`data-tool="${tool}" data-state="${stepState}"`);
					// As the page loads itself anew, which it does every few seconds.
					const at = crypto.randomUUID();
					if (isThere && stepIs) await page.goto(`/chat?c=${conversation(page)}&at=${at}#last`);
					return isThere && stepIs;
				},
				{ interval: 200 },
			)
			.toBe(true);
	await useTools(page, "plain", reaches);
	await takePictures(page, "plain-live");
	await stopInCall(page, "plain", reaches);
	expect(complaints).toEqual([]);
	await context.close();
});
