import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { Instance } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { eachSite, enrol, setUpAdminSites } from "./enrol.ts";
import { expectNoKey, sendForm as send } from "./forms.ts";
import { isStored } from "./stored-bytes.ts";

const KEY = "sk-very-secret-key-of-a-test-a1b2";
const MODELS = "/admin/models";

const { start, end } = setUpAdminSites();
const folder = mkdtempSync(join(tmpdir(), "sobesednik-models-"));
let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel({ models: ["big-model", "small-model"] });
});
afterAll(async () => {
	await model.stop();
	rmSync(folder, { recursive: true, force: true });
});

const server = (baseUrl: string, more: [string, string][] = []): [string, string][] => [
	["title", "Наш сервер"],
	["baseUrl", baseUrl],
	["place", "home"],
	["usage", "1"],
	...more,
];
const text = async (response: Response) => (await response.text()).replace(/<!-- -->/g, "");

eachSite((start) => {
	describe("«Модели»", () => {
		let instance: Instance;
		let db: Db;
		let owner: Person;
		let key: string;
		beforeAll(async () => {
			({ instance, db } = await start());
			owner = await enrol({ instance, db }, "owner", "owner");
		});
		const journal = () => db.selectFrom("staff_events").selectAll().orderBy("number").execute();

		test("the way without script: connect, check, choose a model, price it, switch it on; people ask it at once", async () => {
			expect(await text(await owner.fetch(MODELS))).toContain("Сейчас отвечает: Справочник");
			const form = await text(await owner.fetch(`${MODELS}?do=server&preset=openrouter`));
			expect(form).toContain('value="https://openrouter.ai/api/v1"');
			// A stolen cookie connects nothing.
			const stolen = await owner.post(`${MODELS}?do=server`, Object.fromEntries(server(model.url)));
			expect(stolen.status).toBe(400);
			const saved = await send(owner, `${MODELS}?do=server`, server(model.url, [["key", KEY]]));
			expect(saved.status).toBe(303);
			const check = saved.headers.get("Location") ?? "";
			key = /server=([0-9a-f]{12})/.exec(check)?.[1] ?? "";

			const checked = await text(await send(owner, check, []));
			expect(checked).toContain("Список моделей, GET /models");
			expect(checked).toMatch(/Ответ модели «big-model»<\/b> <span>200 · \d+ мс/);
			expect(checked).toContain("small-model");
			expect(model.requests.at(-1)).toMatchObject({ model: "big-model", max_tokens: 1 });
			expect(model.headers.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
			model.script("model-missing");
			expect(await text(await send(owner, check, []))).toContain(
				"Сервер не знает модель «big-model». (404) Он назвал: big-model, small-model.",
			);

			const added = await send(owner, check, [
				["intent", "add"],
				["add", "big-model"],
				["add", "small-model"],
			]);
			expect(added.status).toBe(303);
			// They are switched off: people are answered as before.
			const none = "Ни одна модель не включена. Сейчас отвечает: Справочник. Платные тарифы не предлагаются.";
			const off = await text(await owner.fetch(MODELS));
			expect([off.includes("Выключена"), off.includes(none)]).toEqual([true, true]);
			const on = await send(owner, `${MODELS}?do=model&model=big-model`, [
				["title", "Большая"],
				["modelName", "big-model"],
				["input", "400"],
				["output", "1 200,50"],
				["context", "16000"],
				["tools", "1"],
				["on", "1"],
			]);
			expect(on.status).toBe(303);
			const list = await text(await owner.fetch(MODELS));
			expect(list).toContain("Большая");
			expect(list).not.toMatch(/Ни одна модель не включена|Сейчас отвечает/);
			expect(list).toMatch(/400 \/ 1\s200,5/);
			expect(list).toContain("ключ …a1b2, задан");
			await owner.ask("Здравствуйте");
			await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toContain("Здравствуйте");
			expect(model.requests.at(-1)?.model).toBe("big-model");
		});

		test("what follows from taking the last model away is said before it is done", async () => {
			const last = "отвечать будет справочник, платные тарифы пропадут с витрины, автопродления остановятся";
			const says = async (at: string) => (await text(await owner.fetch(`${MODELS}?${at}`))).includes(last);
			const pages = ["do=model&model=big-model", "do=remove&model=big-model", `do=remove&server=${key}`];
			for (const at of pages) expect([at, await says(at)]).toEqual([at, true]);
			// One that is off answers nobody as it is.
			expect(await says("do=model&model=small-model")).toBe(false);
			const small: [string, string][] = [["modelName", "small-model"]];
			const path = `${MODELS}?do=model&model=small-model`;
			expect((await send(owner, path, [...small, ["on", "1"]])).status).toBe(303);
			expect(await Promise.all(pages.map(says))).toEqual([false, false, true]);
			expect((await send(owner, path, small)).status).toBe(303);
		});

		test("the key is in no page, no export, no log, no journal and not in plain in the database", async () => {
			const pages = [MODELS, `${MODELS}?do=server&server=${key}`, `${MODELS}?format=json`, "/admin/journal"];
			for (const path of [...pages, ...pages.map((path) => path.replace(/^\/admin\/\w+/, "$&.data"))])
				expect([path, (await text(await owner.fetch(path))).includes("very-secret")]).toEqual([path, false]);
			expect(JSON.stringify(await journal())).not.toContain("very-secret");
			expect(instance.logs()).not.toContain("very-secret");
			expect(await isStored({ instance, db }, "very-secret")).toBe(false);
			const acts = (await journal()).map(({ act }) => act);
			for (const act of ["secret-set", "server-checked", "models-added", "model-changed"] as const)
				expect(acts).toContain(act);
			expect((await journal()).find(({ act }) => act === "secret-set")?.after).toContain("…a1b2");
		});

		test("a key goes to no other server than the one it was given for", async () => {
			const other = await startFakeModel({ models: ["big-model"] });
			const path = `${MODELS}?do=server&server=${key}`;
			const moved = await send(owner, path, server(other.url));
			expect(moved.status).toBe(303);
			const check = moved.headers.get("Location") ?? "";
			await send(owner, check, []);
			expect(other.headers.at(-1)?.authorization).toBeUndefined();
			expect(await text(await owner.fetch(path))).not.toContain("a1b2");
			expect((await send(owner, path, server(model.url, [["key", KEY]]))).status).toBe(303);
			await other.stop();
		});

		test("an administrator connects and changes models, and sets no key", async () => {
			const administrator = await enrol({ instance, db }, "administrator", "administrator");
			const path = `${MODELS}?do=server&server=${key}`;
			const html = await text(await administrator.fetch(path));
			expect(html).not.toContain('name="key"');
			expect((await send(administrator, path, server(model.url, [["key", KEY]]))).status).toBe(403);
			expect((await send(administrator, path, server(model.url))).status).toBe(303);
		});

		test("what does not fit is refused in words, and nothing changes", async () => {
			const before = await text(await owner.fetch(`${MODELS}?format=json`));
			const odd: [string, [string, string][], string][] = [
				[`${MODELS}?do=server`, server("ftp://example.ru/"), "Нужен адрес"],
				[`${MODELS}?do=server`, server("http://169.254.169.254/v1"), "адресам облачных метаданных"],
				[`${MODELS}?do=server`, server(model.url), "уже подключён: Наш сервер"],
				[`${MODELS}?do=server`, server("https://example.ru/v1", [["key", "с пробелом"]]), "В ключе пробелы"],
				[
					`${MODELS}?do=server`,
					server("https://example.ru/v1", [["firstPiece", "долго"]]),
					"Целое число секунд",
				],
				[`${MODELS}?do=model&model=big-model`, [["modelName", ""]], "От 1 до 200 знаков"],
				[
					`${MODELS}?do=model&model=big-model`,
					[
						["modelName", "b"],
						["input", "дорого"],
						["output", "1"],
					],
					"Введите число",
				],
				[
					`${MODELS}?do=model&model=big-model`,
					[
						["modelName", "b"],
						["context", "5"],
					],
					"от 1 000",
				],
				[
					`${MODELS}?do=model&model=big-model`,
					[
						["modelName", "b"],
						["spare", "gone"],
					],
					"«gone»",
				],
			];
			for (const [path, fields, words] of odd) {
				const refused = await send(owner, path, fields);
				expect([words, [400, 422].includes(refused.status)]).toEqual([words, true]);
				expect([words, (await text(refused)).includes(words)]).toEqual([words, true]);
			}
			expect(await text(await owner.fetch(`${MODELS}?format=json`))).toBe(before);
		});

		test("a failure is said by our words and its code, never by the server's, and no redirect is followed", async () => {
			const asked: string[] = [];
			const bad = createServer((request, response) => {
				asked.push(request.url ?? "");
				const status = Number(/\/(\d{3})\//.exec(request.url ?? "")?.[1]);
				response.writeHead(status, { Location: `${model.url}/models` }).end("<b>секретные слова сервера</b>");
			});
			await new Promise<void>((resolve) => bad.listen(0, "127.0.0.1", resolve));
			const at = (status: number) => `http://127.0.0.1:${(bad.address() as AddressInfo).port}/${status}/v1`;
			for (const [status, words] of [
				[302, "Сервер пересылает на другой адрес"],
				[401, "Ключ не подошёл"],
				[403, "Нет прав или денег"],
				[429, "Сервер просит реже"],
				[500, "Сервер ответил ошибкой"],
			] as const) {
				const saved = await send(owner, `${MODELS}?do=server`, server(at(status)));
				const check = saved.headers.get("Location") ?? "";
				const html = await text(await send(owner, check, []));
				expect([status, html.includes(words), html.includes(`(${status})`)]).toEqual([status, true, true]);
				expect(html).not.toContain("секретные слова");
				const remove = check.replace("do=check", "do=remove");
				expect((await send(owner, remove, [])).status).toBe(303);
			}
			expect(asked.filter((url) => url.includes("/302/"))).toEqual(["/302/v1/models"]);
			await new Promise((resolve) => bad.close(resolve));
		});

		test("models are put in order by two buttons; the first is offered in a new chat", async () => {
			const small = await send(owner, `${MODELS}?do=model&model=small-model`, [
				["title", "Малая"],
				["modelName", "small-model"],
				["on", "1"],
			]);
			expect(small.status).toBe(303);
			const moved = await send(owner, MODELS, [
				["move", "small-model"],
				["by=up", ""],
			]);
			expect(moved.status).toBe(303);
			await owner.ask("Кто первый?");
			await expect.poll(() => model.requests.at(-1)?.model).toBe("small-model");
		});

		test("an answer that is being written is finished by the model that it began with", async () => {
			model.script("slow");
			const { conversationId } = await owner.ask("Пишите долго");
			await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toContain("Пишите долго");
			expect((await send(owner, `${MODELS}?do=remove&model=small-model`, [])).status).toBe(303);
			await expect
				.poll(
					async () =>
						(
							await db
								.selectFrom("answers")
								.select("state")
								.where("conversation_id", "=", conversationId)
								.execute()
						).at(-1)?.state,
				)
				.toBe("done");
		});

		test("a text that another release has written takes no model away, and the log says so", async () => {
			const written = await db
				.selectFrom("settings")
				.select("value")
				.where("section", "=", "models")
				.executeTakeFirstOrThrow();
			const write = (value: string) =>
				db
					.updateTable("settings")
					.set(({ eb }) => ({ value, revision: eb("revision", "+", 1) }))
					.where("section", "=", "models")
					.execute();
			const { servers } = JSON.parse(written.value);
			await write(JSON.stringify({ servers: [{ ...servers[0], newField: 1 }] }));
			await expect.poll(() => instance.logs()).toContain("Модели, заданные на экране, не применены");
			await owner.ask("Кто ещё здесь?");
			await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toContain("Кто ещё здесь?");
			await write(written.value);
			const shown = async () => text(await owner.fetch(`${MODELS}?format=json`));
			await expect.poll(shown).not.toContain("newField");
		});

		test("a server goes with its models and its key, and the FAQ provider answers again", async () => {
			expect((await send(owner, `${MODELS}?do=remove&server=${key}`, [])).status).toBe(303);
			expect(await db.selectFrom("setting_secrets").selectAll().execute()).toEqual([]);
			expect(await text(await owner.fetch(MODELS))).toContain("Сейчас отвечает: Справочник");
		});
	});

	test.each([
		["MODEL_BASE_URL", () => ({ MODEL_BASE_URL: model.url, MODELS: "big-model" })],
		["CONFIG_SCREENS", () => ({ CONFIG_SCREENS: "0" })],
	])("models that %s sets are shown, and a form is 409 with its name", async (name, env) => {
		const { instance, db } = await start(env());
		const owner = await enrol({ instance, db }, "owner", "owner");
		expect(await text(await owner.fetch(MODELS))).toContain(name);
		for (const path of [`${MODELS}?do=server`, MODELS]) {
			const refused = await send(owner, path, server("https://example.ru/v1"));
			expect([path, refused.status, (await text(refused)).includes(name)]).toEqual([path, 409, true]);
		}
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
	});

	test("a file locks the models until it is taken over, and comes back byte by byte", async () => {
		const file = join(folder, "models.json");
		const TEXT = `{ "servers": [ { "baseUrl": "${model.url}", "apiKeyEnv": "OUR_KEY",\n  "models": [ {"id":"big-model", "title": "Из файла"} ] } ] }\n`;
		writeFileSync(file, TEXT);
		const { instance, db } = await start({ MODELS_FILE: file, OUR_KEY: KEY });
		const owner = await enrol({ instance, db }, "owner", "owner");
		expect(await text(await owner.fetch(MODELS))).toContain(file);
		// Who only looks is offered nothing that would be refused.
		const accountant = await enrol({ instance, db }, "accountant", "accountant");
		const seen = await text(await accountant.fetch(MODELS));
		expect(seen).toContain(`Задано файлом ${file}`);
		expect(seen).not.toMatch(/do=take|format=json/);
		const refused = await send(owner, `${MODELS}?do=model&model=big-model`, [["modelName", "big-model"]]);
		expect(refused.status).toBe(409);
		expect((await send(owner, `${MODELS}?do=take`, [])).status).toBe(303);
		expect(await (await owner.fetch(`${MODELS}?format=json`)).text()).toBe(TEXT);
		const renamed = await send(owner, `${MODELS}?do=model&model=big-model`, [
			["title", "Из базы"],
			["modelName", "big-model"],
			["on", "1"],
		]);
		expect(renamed.status).toBe(303);
		expect(await text(await owner.fetch("/chat"))).toContain("Из базы");
		// It has no key: who may change the models may have it.
		const administrator = await enrol({ instance, db }, "administrator", "administrator");
		expect(await (await administrator.fetch(`${MODELS}?format=json`)).text()).toContain("Из базы");
		// The key of the variable goes to no other machine.
		const moved = await send(owner, `${MODELS}?do=server&server=place-0`, server("https://evil.example/v1"));
		expect([moved.status, (await text(moved)).includes("OUR_KEY")]).toEqual([409, true]);
	});

	test("a file with a key in plain is not taken over, and comes to an owner alone", async () => {
		const file = join(folder, "plain.json");
		const headers = { "x-data-logging-enabled": "false", "X-Api-Key": KEY };
		const written = JSON.stringify({
			servers: [{ baseUrl: model.url, headers, models: [{ id: "big-model" }] }],
		});
		writeFileSync(file, written);
		const { instance, db } = await start({ MODELS_FILE: file });
		const owner = await enrol({ instance, db }, "owner", "owner");
		const refused = await send(owner, `${MODELS}?do=take`, []);
		expect([refused.status, (await text(refused)).includes("X-Api-Key")]).toEqual([422, true]);
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
		const administrator = await enrol({ instance, db }, "administrator", "administrator");
		await expectNoKey(administrator, `${MODELS}?format=json`, "X-Api-Key");
		expect(await (await owner.fetch(`${MODELS}?format=json`)).text()).toBe(written);
	});

	test("a key in an address is in no page and no journal, and its file is not taken over", async () => {
		const file = join(folder, "address.json");
		const { host } = new URL(model.url);
		const baseUrl = `http://robot:${KEY}@${host}/v1?token=${KEY}`;
		writeFileSync(file, JSON.stringify({ servers: [{ baseUrl, models: [{ id: "big-model" }] }] }));
		const { instance, db } = await start({ MODELS_FILE: file });
		const owner = await enrol({ instance, db }, "owner", "owner");
		const refused = await send(owner, `${MODELS}?do=take`, []);
		expect([refused.status, (await text(refused)).includes("baseUrl")]).toEqual([422, true]);
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
		const check = `${MODELS}?do=check&server=place-0`;
		expect((await send(owner, check, [])).status).toBe(200);
		const administrator = await enrol({ instance, db }, "administrator", "administrator");
		await expectNoKey(administrator, `${MODELS}?format=json`, "baseUrl");
		const list = await text(await administrator.fetch(MODELS));
		expect(list).toContain(`@${host}/v1?token=`);
		for (const path of [MODELS, check, `${MODELS}.data`, "/admin/journal"])
			expect([path, (await text(await owner.fetch(path))).includes("very-secret")]).toEqual([path, false]);
		const journal = await db.selectFrom("staff_events").select(["before", "after"]).execute();
		expect(JSON.stringify(journal)).not.toContain("very-secret");
		expect(instance.logs()).not.toContain("very-secret");
	});
});

test("a changed model is asked on three servers at once", async () => {
	const database = await emptyPostgres();
	const env = { DATABASE_URL: database.url, SESSION_SECRET: "one-secret-of-three-servers-of-a-test" };
	const first = await start(env);
	const others = await Promise.all([start(env), start(env)]);
	const owner = await enrol(first, "owner", "owner");
	const saved = await send(owner, `${MODELS}?do=server`, server(model.url));
	const check = saved.headers.get("Location") ?? "";
	await send(owner, check, [
		["intent", "add"],
		["add", "big-model"],
	]);
	const on = await send(owner, `${MODELS}?do=model&model=big-model`, [
		["title", "На всех"],
		["modelName", "big-model"],
		["on", "1"],
	]);
	expect(on.status).toBe(303);
	const shown = () =>
		Promise.all(
			[first, ...others].map(async ({ instance }) => {
				const headers = { Cookie: owner.cookie };
				const html = await (await fetch(new URL("/chat", instance.url), { headers })).text();
				return html.includes("На всех");
			}),
		);
	await expect.poll(shown).toEqual([true, true, true]);
	await end();
	await database.remove();
});
