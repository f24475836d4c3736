import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exported, plain } from "../../chat/import/export.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const CONVERSATIONS = 900;
const LONG = "Длинный ответ. ".repeat(1_500);
/** Forty megabytes: long enough to be met while it is read, wherever this runs. */
const BIG = `[${Array.from({ length: CONVERSATIONS }, (_, i) =>
	JSON.stringify(
		exported(String(i), [
			{ id: "q", parent: null, role: "user", text: "Вопрос" },
			{ id: "a", parent: "q", role: "assistant", text: LONG },
		]),
	),
).join(",")}]`;
const SMALL = JSON.stringify([plain("1"), plain("2")]);
const LATER = { interval: 100 };

let folder: string;
const running: Instance[] = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-imports-"));
});
afterEach(async () => {
	for (const instance of running.splice(0)) await instance.stop("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<Instance> {
	const instance = await startInstance({ env: { DATA_DIR: folder, ...env } });
	running.push(instance);
	return instance;
}

/** Sends a file as the page's script does: the answer comes as soon as it is kept. */
const send = (person: Person, text: string) => {
	const form = new FormData();
	form.set("file", new Blob([text]), "conversations.json");
	return person.fetch("/chat/import", {
		method: "POST",
		body: form,
		headers: { Origin: person.url, "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" },
	});
};
const page = async (person: Person, path = "/chat/import") => (await person.fetch(path)).text();
type Going = { share: number; title: string; text: string } | null;
const going = async (person: Person): Promise<Going> => (await person.fetch("/chat/import/progress")).json();
/** What still lies there of uploads; «place» names the folder. */
const files = (dataDir = folder) => readdirSync(join(dataDir, "imports")).filter((name) => name !== "place");

async function untilHalfDone(person: Person) {
	await expect.poll(async () => (await going(person))?.text ?? "", LATER).toMatch(/Перенесен?о? \d+ чат/);
}
const untilOver = (person: Person) => expect.poll(() => going(person), LATER).toBeNull();
/** What the page says, without the noise of its head: a failure prints it. */
const text = (html: string) =>
	html
		.slice(html.indexOf("<main"))
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");

describe("an import is a job that outlives its request", () => {
	test("its page tells how far it is and refreshes itself without script, and at the end what came of it, once", async () => {
		const instance = await start();
		const anna = await new Person(instance).register();
		expect((await send(anna, BIG)).status).toBe(200);
		expect(files()).toHaveLength(1);
		expect(statSync(join(folder, "imports", files()[0] ?? "")).mode & 0o777).toBe(0o600);
		expect(statSync(join(folder, "imports")).mode & 0o777).toBe(0o700);
		await untilHalfDone(anna);
		const html = await page(anna);
		expect(html).toContain("Переносим чаты");
		expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="3; url=\/chat\/import"/);
		expect(html).not.toContain('name="file"');
		const again = await send(anna, SMALL);
		expect(again.status).toBe(429);
		expect(await again.text()).toContain("Ваш файл уже переносится");
		await untilOver(anna);
		// Asked by the script the news is still news.
		await anna.fetch("/chat/import", { headers: { "Sec-Fetch-Dest": "empty" } });
		await page(anna);
		await expect.poll(files, LATER).toEqual([]);
		expect(instance.logs()).not.toMatch(/"level":"error"|Ошибка|Error:/);
	});

	test("a browser that leaves after sending has its conversations brought in all the same", async () => {
		const instance = await start();
		const anna = await new Person(instance).register();
		const boundary = "x";
		const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n${BIG}\r\n--x--\r\n`;
		const sent = request(`http://127.0.0.1:${instance.port}/chat/import`, {
			method: "POST",
			headers: {
				Host: new URL(instance.url).host,
				Origin: instance.url,
				Cookie: anna.cookie,
				"Content-Type": `multipart/form-data; boundary=${boundary}`,
			},
		});
		sent.on("error", () => {});
		sent.end(body);
		await expect.poll(async () => (await going(anna)) !== null, LATER).toBe(true);
		sent.destroy();
		await untilOver(anna);
		expect(text(await page(anna))).toContain(`Перенесено ${CONVERSATIONS} чатов.`);
	});

	test.each(["SIGTERM", "SIGKILL"] as const)(
		"%s in its middle: the next process goes on, nothing is doubled or lost",
		async (signal) => {
			const first = await start();
			const anna = await new Person(first).register();
			await send(anna, BIG);
			await untilHalfDone(anna);
			await first.stop(signal);
			expect(files()).toHaveLength(1);
			const port = String(first.port);
			const second = await start({ PORT: port });
			await untilOver(anna);
			// What the first process brought in is not called known from before.
			const told = text(await page(anna));
			expect(told).toContain(`Перенесено ${CONVERSATIONS} чатов.`);
			expect(told).not.toMatch(/уже был[аио]? здесь/);
			// The file goes after the job has said its end.
			await expect.poll(files, LATER).toEqual([]);
			expect(second.logs()).not.toMatch(/"level":"error"|Ошибка|Error:/);
		},
	);

	test("one is read at a time: the next person's waits and is told so, and comes after it", async () => {
		const instance = await start();
		const [anna, boris] = [await new Person(instance).register(), await new Person(instance).register()];
		await send(anna, BIG);
		await expect.poll(async () => (await going(anna))?.title, LATER).toBe("Переносим чаты");
		await send(boris, SMALL);
		expect(await going(boris)).toMatchObject({
			share: 0,
			title: "Файл ждёт очереди",
			text: expect.stringContaining("Впереди 1 файл."),
		});
		await untilOver(anna);
		await untilOver(boris);
		expect(text(await page(boris))).toContain("Перенесено 2 чата.");
	});

	test("it can be canceled, in its middle and while it waits; what came stays, the file goes", async () => {
		const instance = await start();
		const [anna, boris] = [await new Person(instance).register(), await new Person(instance).register()];
		await send(anna, BIG);
		await untilHalfDone(anna);
		await send(boris, SMALL);
		expect((await boris.post("/chat/import/cancel", {})).headers.get("Location")).toBe("/chat/import");
		expect(text(await page(boris))).toContain("Перенос отменён");
		await anna.post("/chat/import/cancel", {});
		await untilOver(anna);
		expect(text(await page(anna))).toMatch(/Перенос отменён .*Перенесённое осталось/);
		expect((await page(anna, "/chat")).match(/Беседа \d+/g)?.length).toBeGreaterThan(0);
		await expect.poll(() => files().length, LATER).toBeLessThanOrEqual(1);
		expect((await send(anna, SMALL)).status).toBe(200);
		await untilOver(anna);
		const crossOrigin = await anna.fetch("/chat/import/cancel", {
			method: "POST",
			headers: { Origin: "https://evil.example" },
		});
		expect(crossOrigin.status).toBe(403);
	});

	test("on PostgreSQL it runs where the file lies; another server tells of it and cancels it", async () => {
		const database = await emptyPostgres();
		try {
			const env = {
				DATABASE_URL: database.url,
				SESSION_SECRET: "one secret for both of the servers, as it should be",
			};
			const one = await start({ ...env, DATA_DIR: join(folder, "one") });
			const two = await start({ ...env, DATA_DIR: join(folder, "two") });
			const here = await new Person(one).register();
			const there = new Person(two, here.email);
			await there.post("/login", { email: there.email, password: there.password });
			await send(here, BIG);
			await untilHalfDone(there);
			expect([files(join(folder, "one")).length, files(join(folder, "two")).length]).toEqual([1, 0]);
			expect((await send(there, SMALL)).status).toBe(429);
			await there.post("/chat/import/cancel", {});
			await untilOver(here);
			expect(text(await page(there))).toContain("Перенос отменён");
			await send(there, SMALL);
			await untilOver(here);
			expect(text(await page(here))).toMatch(/чат\S* уже был|Перенесено 2 чата/);
			for (const instance of running.splice(0)) await instance.stop("SIGKILL");
		} finally {
			await database.remove();
		}
	});
});
