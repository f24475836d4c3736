import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import type { Instance } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { conversationOf, question } from "../files/uploads.ts";
import { type AdminSite, eachSite, enrol, idOf, setUpAdminSites } from "./enrol.ts";
import { expectNoKey, post, sendForm as send, typedIn } from "./forms.ts";
import { isStored } from "./stored-bytes.ts";

const KEY = "mcp-very-secret-key-of-a-test-0c3e";
const SEARCH_KEY = "AQVN-very-secret-search-key-77fa";
const TOOLS = "/admin/tools";
const PAGE = { url: "https://cbr.ru/rate", title: "Ставка", snippet: "секретные слова поиска" };

const { start, end } = setUpAdminSites();
const folder = mkdtempSync(join(tmpdir(), "sobesednik-admin-tools-"));
let model: FakeModel;
let search: Awaited<ReturnType<typeof startFakeSearch>>;
let mcp: Awaited<ReturnType<typeof startFakeMcp>>;
beforeAll(async () => {
	[model, search, mcp] = await Promise.all([
		startFakeModel(),
		startFakeSearch([PAGE]),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
});
afterAll(async () => {
	await Promise.all([model.stop(), search.stop(), mcp.stop()]);
	rmSync(folder, { recursive: true, force: true });
});

/** With a model that calls tools, and with paid searches at the fake. */
const env = () => ({
	...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", MODEL_TOOLS: "1" },
	...{ YANDEX_SEARCH_URL: search.url, BRAVE_URL: search.url, TAVILY_URL: search.url },
});

const text = async (response: Response) => (await response.text()).replace(/<!-- -->/g, "");
const calendar = (url: string, more: [string, string][] = []): [string, string][] => [
	["title", "Календарь школы"],
	["serverKey", "school"],
	["url", url],
	["place", "home"],
	...more,
];
const echo: [string, string][] = [
	["intent", "save"],
	["tool", "echo"],
	["use:echo", "read"],
	["asks:echo", "no"],
	["title:echo", "Повтор"],
];
const ADD = `${TOOLS}?do=server`;
const ALLOW = `${TOOLS}?do=allow&server=school`;
const ASK: [string, string][] = [["intent", "ask"]];
const known: [string, string][] = ["current_time", "run_code"].map((name) => [`known:${name}`, "1"]);
/** An administrator who signs in through Yandex: the proof is a code from an e-mail. */
async function enrolWithoutPassword(site: AdminSite): Promise<Person> {
	const person = await enrol(site, "yandex", "administrator");
	const id = await idOf(site, person);
	await site.db.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
	return person;
}
const isSearchOffered = async (person: Person) =>
	/name="search"/.test(await text(await person.fetch("/chat")));

eachSite((start) => {
	describe("«Инструменты»", () => {
		let instance: Instance;
		let db: Db;
		let owner: Person;
		beforeAll(async () => {
			({ instance, db } = await start(env()));
			owner = await enrol({ instance, db }, "owner", "owner");
		});
		const journal = () => db.selectFrom("staff_events").selectAll().orderBy("number").execute();

		test("a search is chosen, tried and offered to people at once; what it found is not shown", async () => {
			expect(await isSearchOffered(owner)).toBe(false);
			// A stolen cookie sets nothing.
			const stolen = await owner.post(`${TOOLS}?do=search`, { provider: "searxng", url: search.url });
			expect(stolen.status).toBe(400);
			const saved = await send(owner, `${TOOLS}?do=search`, [
				["provider", "searxng"],
				["url", search.url],
			]);
			expect([saved.status, saved.headers.get("Location")]).toEqual([303, `${TOOLS}?do=check`]);
			const tried = await text(await send(owner, `${TOOLS}?do=check`, []));
			expect(tried).toMatch(/Отвечает<\/span>\s*<span>\s*200 · \d+ мс/);
			expect(tried).toContain("Нашлась 1 страница");
			expect(tried).not.toContain(PAGE.snippet);
			expect(search.requests.at(-1)?.query.get("q")).toBe("погода");
			expect(await isSearchOffered(owner)).toBe(true);
			const off = await send(owner, `${TOOLS}?do=search`, [["provider", "off"]]);
			expect(off.status).toBe(303);
			expect(await isSearchOffered(owner)).toBe(false);
		});

		test("a paid search needs its key, which only an owner sets", async () => {
			const yandex: [string, string][] = [
				["provider", "yandex"],
				["folderId", "b1g8kd0"],
			];
			const bare = await send(owner, `${TOOLS}?do=search`, yandex);
			expect([bare.status, (await text(bare)).includes("Этому поисковику нужен ключ")]).toEqual([400, true]);
			const saved = await send(owner, `${TOOLS}?do=search`, [...yandex, ["key", SEARCH_KEY]]);
			expect(saved.status).toBe(303);
			expect(await text(await send(owner, `${TOOLS}?do=check`, []))).toContain("Нашлась 1 страница");
			expect(search.requests.at(-1)?.headers.authorization).toBe(`Api-Key ${SEARCH_KEY}`);
			expect(await text(await owner.fetch(TOOLS))).toContain("ключ …77fa, задан");
		});

		test("the way without script: a server is connected, asked for its tools, one is allowed, and people may switch it on", async () => {
			const saved = await send(owner, ADD, calendar(mcp.url, [["key", KEY]]));
			expect([saved.status, saved.headers.get("Location")]).toEqual([303, ALLOW]);
			const asked = await text(await send(owner, ALLOW, ASK));
			expect(asked).toContain("Повторяет текст");
			expect(asked).toMatch(/name="tool" value="pay"/);
			expect(mcp.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
			// They are off: nothing of it is offered.
			expect(await text(await owner.fetch("/chat"))).not.toContain("school__");
			expect((await send(owner, ALLOW, echo)).status).toBe(303);
			const list = await text(await owner.fetch(TOOLS));
			expect(list).toContain("ключ …0c3e, задан");
			expect(list).toContain("Повтор");
			const chat = await text(await owner.fetch("/chat"));
			expect(chat).toContain('value="school__echo"');
			expect(chat).not.toContain("school__pay");
		});

		test("the last tools of a long form are saved like the first", async () => {
			const names = Array.from({ length: 264 }, (_, i) => `tool${i}`);
			const fields = names.flatMap((name, i): [string, string][] => [
				["tool", name],
				[`title:${name}`, name],
				[`use:${name}`, i < 262 ? "off" : "read"],
				[`asks:${name}`, "yes"],
			]);
			expect((await send(owner, ALLOW, [["intent", "save"], ...fields])).status).toBe(303);
			const { servers } = JSON.parse(await (await owner.fetch(`${TOOLS}?format=json`)).text());
			expect(Object.keys(servers[0].tools)).toEqual(["tool262", "tool263"]);
			expect((await send(owner, ALLOW, echo)).status).toBe(303);
		});

		test("the keys are in no page, no export, no log, no journal and not in plain in the database", async () => {
			const acts = ["search", "check", "server&server=school", "allow&server=school"];
			const pages = [
				TOOLS,
				...acts.map((act) => `${TOOLS}?do=${act}`),
				`${TOOLS}?format=json`,
				"/admin/journal",
			];
			for (const path of [...pages, ...pages.map((path) => path.replace(/^\/admin\/\w+/, "$&.data"))])
				expect([path, (await text(await owner.fetch(path))).includes("very-secret")]).toEqual([path, false]);
			expect(JSON.stringify(await journal())).not.toContain("very-secret");
			expect(instance.logs()).not.toContain("very-secret");
			expect(await isStored({ instance, db }, "very-secret")).toBe(false);
			const found = (await journal()).map(({ act }) => act);
			for (const act of [
				...(["search-changed", "search-checked", "secret-set", "tool-server-checked"] as const),
				"tools-allowed" as const,
			])
				expect(found).toContain(act);
			const set = (await journal()).filter(({ act }) => act === "secret-set").map(({ after }) => after);
			expect(set).toEqual([expect.stringContaining("…77fa"), expect.stringContaining("…0c3e")]);
		});

		test("who has no password has a code sent, and what was chosen comes back with the form", async () => {
			const person = await enrolWithoutPassword({ instance, db });
			const own = await post(person, `${TOOLS}?do=own`, known);
			const ticked = typedIn(await text(own)).filter(([name]) => name === "on");
			expect([own.status, ticked]).toEqual([400, []]);
			const page = await text(await person.fetch(ALLOW));
			expect(page).toContain('name="intent=send-code"');
			const fields: [string, string][] = [
				...typedIn(page),
				["tool", "pay"],
				["title:pay", "Оплата счёта"],
				["use:pay", "unsafe"],
			];
			const again = await post(person, ALLOW, [...fields, ["intent=send-code", ""]]);
			const html = await text(again);
			expect([again.status, html.includes("Код отправлен")]).toEqual([200, true]);
			const chosen = (html: string) => Object.fromEntries(typedIn(html));
			const kept = { "title:echo": "Повтор", "title:pay": "Оплата счёта", "use:pay": "unsafe" };
			expect(chosen(html)).toMatchObject(kept);
			// A wrong code to ask the server by loses nothing either, and the right one shows the choice beside its tools.
			const sent = typedIn(html).filter(([name]) => name !== "code");
			const ask = async (code: string) => text(await post(person, ALLOW, [...sent, ...ASK, ["code", code]]));
			expect(chosen(await ask("000000"))).toMatchObject(kept);
			const asked = await ask(/код здесь: (\d{6})/.exec(html)?.[1] ?? "");
			expect(asked).toContain("Повторяет текст");
			expect(chosen(asked)).toMatchObject(kept);
		});

		test("an administrator changes servers and tools, and sets no key; an accountant looks", async () => {
			const administrator = await enrol({ instance, db }, "administrator", "administrator");
			const path = `${TOOLS}?do=server&server=school`;
			expect(await text(await administrator.fetch(path))).not.toContain('name="key"');
			expect((await send(administrator, path, calendar(mcp.url, [["key", KEY]]))).status).toBe(403);
			expect((await send(administrator, path, calendar(mcp.url))).status).toBe(303);
			const accountant = await enrol({ instance, db }, "accountant", "accountant");
			const list = await text(await accountant.fetch(TOOLS));
			expect(list).toContain("Календарь школы");
			expect(list).not.toContain("do=");
			expect((await send(accountant, path, calendar(mcp.url))).status).toBe(403);
		});

		test("a key goes to no other server than the one it was given for", async () => {
			const other = await startFakeMcp({ era: "modern", fault: "none" });
			const path = `${TOOLS}?do=server&server=school`;
			expect((await send(owner, path, calendar(other.url))).status).toBe(303);
			await send(owner, ALLOW, ASK);
			expect(other.requests.length).toBeGreaterThan(0);
			expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(
				other.requests.map(() => undefined),
			);
			expect(await text(await owner.fetch(path))).not.toContain("0c3e");
			expect((await send(owner, path, calendar(mcp.url, [["key", KEY]]))).status).toBe(303);
			await other.stop();
		});

		test("a page that shows not all of a server's tools says so, and what is allowed beyond them stays", async () => {
			const many = await startFakeMcp({ era: "modern", fault: "many-tools" });
			const path = `${TOOLS}?do=server&server=school`;
			expect((await send(owner, path, calendar(many.url))).status).toBe(303);
			const page = await text(await send(owner, ALLOW, ASK));
			expect(page).toContain("сервер назвал ещё 300 инструментов");
			const fields: [string, string][] = [...typedIn(page), ["intent", "save"]];
			expect(fields.filter(([name]) => name === "tool")).toHaveLength(201);
			const saved = await post(owner, ALLOW, [...fields, ["currentPassword", owner.password]]);
			expect(saved.status).toBe(303);
			const { servers } = JSON.parse(await (await owner.fetch(`${TOOLS}?format=json`)).text());
			expect(servers[0].tools).toMatchObject({ echo: { effect: "read", title: "Повтор" } });
			expect((await send(owner, path, calendar(mcp.url, [["key", KEY]]))).status).toBe(303);
			await many.stop();
		});

		test("a key in an address is shown to nobody, and stays where the form is sent as it stands", async () => {
			const path = `${TOOLS}?do=server&server=school`;
			const address = `${mcp.url}?token=${KEY}`;
			const field = async () =>
				typedIn(await text(await owner.fetch(path))).find(([name]) => name === "url")?.[1] ?? "";
			expect((await send(owner, path, calendar(address))).status).toBe(303);
			expect(await field()).toBe(`${mcp.url}?token=[скрыто]`);
			expect((await send(owner, path, calendar(await field()))).status).toBe(303);
			await send(owner, ALLOW, ASK);
			expect(mcp.requests.at(-1)?.query.get("token")).toBe(KEY);
			// What is shown in place of a key is no address of another server.
			const moved = (await field()).replace("127.0.0.1", "localhost");
			expect((await send(owner, path, calendar(moved))).status).toBe(400);
			const administrator = await enrol({ instance, db }, "secretary", "administrator");
			await expectNoKey(administrator, `${TOOLS}?format=json`, "url");
			for (const page of [TOOLS, path, ALLOW, `${TOOLS}.data`, "/admin/journal"])
				expect([page, (await text(await owner.fetch(page))).includes("very-secret")]).toEqual([page, false]);
			expect(JSON.stringify(await journal())).not.toContain("very-secret");
			expect((await send(owner, path, calendar(mcp.url, [["key", KEY]]))).status).toBe(303);
		});

		test("a screen starts no program, whatever is sent", async () => {
			const marker = join(folder, "started");
			const command = JSON.stringify(["touch", marker]);
			const forms: [string, [string, string][]][] = [
				[ADD, [["command", command], ...calendar("", [["serverKey", "prog"]])]],
				[`${TOOLS}?do=server&server=school`, [["command", command], ["env", "PATH"], ...calendar(mcp.url)]],
			];
			for (const [path, fields] of forms) await send(owner, path, fields);
			expect(await text(await owner.fetch(`${TOOLS}?format=json`))).not.toContain("command");
			// Nor does a row that something else has written.
			const row = await db
				.selectFrom("settings")
				.selectAll()
				.where("section", "=", "tools")
				.executeTakeFirstOrThrow();
			const tools = { t: { effect: "read", title: "Программа" } };
			const value = JSON.parse(row.value);
			value.servers.push({ key: "prog", title: "Программа", command: ["touch", marker], tools });
			value.servers.push({
				...{ key: "env", title: "Переменная", url: mcp.url, tools },
				headers: { "x-stolen": { env: "SESSION_SECRET" } },
			});
			const change = (text: string) =>
				db
					.updateTable("settings")
					.set({ value: text, revision: Number(row.revision) + 10 + text.length })
					.where("section", "=", "tools")
					.execute();
			await change(JSON.stringify(value));
			await expect
				.poll(async () => text(await owner.fetch(TOOLS)))
				.toContain("программа запускается, только если она же названа в файле");
			const chat = await text(await owner.fetch("/chat"));
			expect(chat).toContain("school__echo");
			expect(chat).not.toContain("prog__t");
			expect(chat).not.toContain("env__t");
			expect((await send(owner, `${TOOLS}?do=allow&server=prog`, ASK)).status).toBe(404);
			expect(readdirSync(folder)).not.toContain("started");
			await change(row.value);
			await expect.poll(async () => text(await owner.fetch(TOOLS))).not.toContain("Программа</h2>");
		});

		test("what does not fit is refused in words, and nothing changes", async () => {
			const before = await text(await owner.fetch(`${TOOLS}?format=json`));
			const searxng = (url: string): [string, string][] => [
				["provider", "searxng"],
				["url", url],
			];
			const odd: [string, [string, string][], string][] = [
				[`${TOOLS}?do=search`, [], "Выберите поисковик"],
				[`${TOOLS}?do=search`, searxng(""), "Нужен адрес"],
				[`${TOOLS}?do=search`, searxng("http://169.254.169.254/"), "адресам облачных метаданных"],
				[
					`${TOOLS}?do=search`,
					[
						["provider", "yandex"],
						["folderId", "каталог"],
					],
					"до 64 знаков",
				],
				[ADD, calendar("ftp://example.ru/", [["serverKey", "a"]]), "Нужен адрес"],
				[
					ADD,
					[
						["serverKey", "b"],
						["title", "Б"],
						["url", "http://[fd00:ec2::254]/mcp"],
					],
					"облачных метаданных",
				],
				[
					ADD,
					[
						["serverKey", "school"],
						["title", "Б"],
						["url", "https://example.ru/mcp"],
					],
					"имя уже занято",
				],
				[
					ADD,
					[
						["serverKey", "Школа"],
						["title", "Б"],
						["url", "https://example.ru/mcp"],
					],
					"первой — буква",
				],
				[
					ADD,
					[
						["serverKey", "b"],
						["title", ""],
						["url", "https://example.ru/mcp"],
					],
					"От 1 до 60 знаков",
				],
				[
					ADD,
					[
						["serverKey", "b"],
						["title", "Б"],
						["url", "https://example.ru/"],
						["key", "с пробелом"],
					],
					"В ключе",
				],
				[
					ALLOW,
					[
						["intent", "save"],
						["tool", "echo"],
						["use:echo", "read"],
						["title:echo", ""],
					],
					"нужно название",
				],
			];
			for (const [path, fields, words] of odd) {
				const refused = await send(owner, path, fields);
				expect([words, [400, 422].includes(refused.status)]).toEqual([words, true]);
				expect([words, (await text(refused)).includes(words)]).toEqual([words, true]);
			}
			expect(await text(await owner.fetch(`${TOOLS}?format=json`))).toBe(before);
		});

		test("a failure is said by our words and its code, never by the server's, and no redirect is followed", async () => {
			const asked: string[] = [];
			const bad = createServer((request, response) => {
				asked.push(request.url ?? "");
				const status = Number(/\/(\d{3})/.exec(request.url ?? "")?.[1]);
				response.writeHead(status, { Location: search.url }).end("<b>секретные слова сервера</b>");
			});
			await new Promise<void>((resolve) => bad.listen(0, "127.0.0.1", resolve));
			const at = (status: number) => `http://127.0.0.1:${(bad.address() as AddressInfo).port}/${status}`;
			search.requests.length = 0;
			for (const [status, words] of [
				[302, "Сервер пересылает на другой адрес"],
				[401, "Ключ не подошёл"],
				[403, "SearXNG не отдаёт JSON"],
				[429, "Сервер просит реже"],
				[500, "Сервер ответил ошибкой"],
				[200, "Ответ не похож на поиск"],
			] as const) {
				await send(owner, `${TOOLS}?do=search`, [
					["provider", "searxng"],
					["url", at(status)],
				]);
				const html = await text(await send(owner, `${TOOLS}?do=check`, []));
				expect([status, html.includes(words), html.includes(`${status} ·`)]).toEqual([status, true, true]);
				expect(html).not.toContain("секретные слова");
			}
			for (const [status, words] of [
				[302, "Сервер пересылает на другой адрес"],
				[401, "Ключ не подошёл"],
				[500, "Сервер ответил ошибкой"],
			] as const) {
				await send(
					owner,
					ADD,
					calendar(at(status), [["serverKey", `bad${status}`]])
						.slice(1)
						.concat([["title", "Б"]]),
				);
				const path = `${TOOLS}?do=allow&server=bad${status}`;
				await send(owner, ADD, [
					["title", "Б"],
					["serverKey", `bad${status}`],
					["url", at(status)],
				]);
				const html = await text(await send(owner, path, ASK));
				expect([status, html.includes(words), html.includes(`${status} ·`)]).toEqual([status, true, true]);
				expect(html).not.toContain("секретные слова");
				expect((await send(owner, path.replace("allow", "remove"), [])).status).toBe(303);
			}
			expect(search.requests).toEqual([]);
			expect(asked.length).toBeGreaterThan(8);
			await new Promise((resolve) => bad.close(resolve));
			await send(owner, `${TOOLS}?do=search`, [["provider", "off"]]);
		});

		test("an answer that is being written finishes its call at a server that is gone from the settings", async () => {
			model.otherwise = async (reply) => {
				const results = reply.question.messages.filter(({ role }) => role === "tool");
				if (results.length < 2) return reply.call(["school__echo", { text: `раз ${results.length}` }]);
				await reply.stream("Готово.");
				reply.finish();
			};
			mcp.slow(1_500);
			const heard = mcp.heard("tools/call").length;
			const id = conversationOf(
				await owner.postFiles("/chat", question("Повтори", [], [["tool", "school__echo"]])),
			);
			await expect.poll(() => mcp.heard("tools/call").length).toBe(heard + 1);
			expect((await send(owner, `${TOOLS}?do=remove&server=school`, [])).status).toBe(303);
			expect(await text(await owner.fetch("/chat"))).not.toContain("school__echo");
			await expect.poll(async () => text(await owner.fetch(`/chat?c=${id}`))).toContain("Готово.");
			// The second call, too, begun after the server had gone.
			expect(mcp.heard("tools/call").length).toBe(heard + 2);
			expect(await db.selectFrom("setting_secrets").select("id").execute()).toEqual([
				{ id: "tools/search-yandex" },
			]);
			mcp.slow(0);
		});

		test("tools of our own are switched off and on again", async () => {
			expect((await send(owner, `${TOOLS}?do=own`, [...known, ["on", "current_time"]])).status).toBe(303);
			model.otherwise = async (reply) => {
				await reply.stream("Понял.");
				reply.finish();
			};
			const offered = async () => {
				const heard = model.requests.length;
				await owner.ask("Что умеешь?");
				await expect.poll(() => model.requests.length).toBeGreaterThan(heard);
				const { tools = [] } = model.requests.at(-1) as { tools?: { function: { name: string } }[] };
				return tools.map((tool) => tool.function.name);
			};
			const without = await offered();
			expect(without).toContain("current_time");
			expect(without).not.toContain("run_code");
			const on: [string, string][] = [
				["on", "current_time"],
				["on", "run_code"],
			];
			expect((await send(owner, `${TOOLS}?do=own`, [...known, ...on])).status).toBe(303);
			expect(await offered()).toContain("run_code");
		});
	});

	test("the search that a variable sets is shown, and a form is 409 with its name; servers may still be connected", async () => {
		const { instance, db } = await start({ SEARXNG_URL: search.url });
		const owner = await enrol({ instance, db }, "owner", "owner");
		expect(await text(await owner.fetch(TOOLS))).toContain("SEARXNG_URL");
		const refused = await send(owner, `${TOOLS}?do=search`, [["provider", "off"]]);
		expect([refused.status, (await text(refused)).includes("SEARXNG_URL")]).toEqual([409, true]);
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
		expect((await send(owner, ADD, calendar(mcp.url))).status).toBe(303);
	});

	test("CONFIG_SCREENS=0 locks all of it", async () => {
		const { instance, db } = await start({ CONFIG_SCREENS: "0" });
		const owner = await enrol({ instance, db }, "owner", "owner");
		for (const act of ["search", "own", "server", "take"]) {
			const refused = await send(owner, `${TOOLS}?do=${act}`, calendar(mcp.url, [["provider", "off"]]));
			expect([act, refused.status, (await text(refused)).includes("CONFIG_SCREENS")]).toEqual([
				act,
				409,
				true,
			]);
		}
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
	});

	test("inside of one's own network nothing is connected unless the variable allows it", async () => {
		const { instance, db } = await start({ ALLOW_PRIVATE_TOOLS: "0" });
		const owner = await enrol({ instance, db }, "owner", "owner");
		for (const [url, words] of [
			["http://127.0.0.1:8080/mcp", "ALLOW_PRIVATE_TOOLS"],
			["https://10.0.0.8/mcp", "ALLOW_PRIVATE_TOOLS"],
			["https://localhost/mcp", "ALLOW_PRIVATE_TOOLS"],
			["http://example.ru/mcp", "Нужен https"],
		] as const) {
			const refused = await send(owner, ADD, calendar(url));
			expect([url, refused.status, (await text(refused)).includes(words)]).toEqual([url, 400, true]);
		}
	});

	describe("a file of tools", () => {
		const fileText = (url: string) =>
			`{ "servers": [ {"key":"home","title":"Из файла", "url": "${url}", "headers": {"Authorization": {"env":"HOME_TOKEN"}},\n "tools": {"echo": {"effect":"read","title":"Эхо","fields":{"text":"Текст"}}} },\n {"key":"prog","title":"Программа","command":["node","${process.cwd()}/tests/support/fakes/fake-mcp-stdio.ts","modern"],"tools":{"echo":{"effect":"read","title":"Эхо программы"}}} ] }\n`;

		test("locks the tools until it is taken over, and comes back byte by byte; its program and variables stay its own", async () => {
			const file = join(folder, "tools.json");
			writeFileSync(file, fileText(mcp.url));
			const { instance, db } = await start({ TOOLS_FILE: file, HOME_TOKEN: KEY, ALLOW_PRIVATE_TOOLS: "0" });
			const owner = await enrol({ instance, db }, "owner", "owner");
			expect(await text(await owner.fetch(TOOLS))).toContain(file);
			for (const act of ["search", "own", "server&server=home", "remove&server=home"]) {
				const refused = await send(owner, `${TOOLS}?do=${act}`, [["provider", "off"]]);
				expect([act, refused.status, (await text(refused)).includes(file)]).toEqual([act, 409, true]);
			}
			expect((await send(owner, `${TOOLS}?do=take`, [])).status).toBe(303);
			expect(await (await owner.fetch(`${TOOLS}?format=json`)).text()).toBe(fileText(mcp.url));
			// The variable's value goes to no other machine, and a program is not changed.
			const moved = await send(owner, `${TOOLS}?do=server&server=home`, calendar("https://evil.example/mcp"));
			expect([moved.status, (await text(moved)).includes("HOME_TOKEN")]).toEqual([409, true]);
			const named = await send(owner, `${TOOLS}?do=server&server=prog`, [
				["title", "Наша программа"],
				["place", "home"],
				["url", mcp.url],
			]);
			expect(named.status).toBe(303);
			const written = JSON.parse(await (await owner.fetch(`${TOOLS}?format=json`)).text());
			expect(written.servers[1]).toMatchObject({
				title: "Наша программа",
				command: ["node", expect.any(String), "modern"],
			});
			expect(written.servers[1].url).toBeUndefined();
			// Both go on: what the file names may be inside.
			mcp.requests.length = 0;
			const asked = await text(await send(owner, `${TOOLS}?do=allow&server=home`, ASK));
			expect(asked).toContain("Повторяет текст");
			expect(mcp.requests.at(-1)?.headers.authorization).toBe(KEY);
			// What the screen has no field for stays.
			const allowed = await send(owner, `${TOOLS}?do=allow&server=home`, [
				["intent", "save"],
				["tool", "echo"],
				["use:echo", "read"],
				["title:echo", "Повтор"],
			]);
			expect(allowed.status).toBe(303);
			const renamed = JSON.parse(await (await owner.fetch(`${TOOLS}?format=json`)).text());
			expect(renamed.servers[0].tools.echo).toMatchObject({ title: "Повтор", fields: { text: "Текст" } });
			const program = `${TOOLS}?do=allow&server=prog`;
			const person = await enrolWithoutPassword({ instance, db });
			const fields = typedIn(await text(await person.fetch(program)));
			const renaming = fields.map(([name, value]): [string, string] => [
				name,
				name === "title:echo" ? "Эхо иначе" : value,
			]);
			const again = await post(person, program, [...renaming, ["intent", "send-code"]]);
			const html = await text(again);
			expect([again.status, html.includes("Код отправлен"), html.includes("Эхо иначе")]).toEqual([
				200,
				true,
				true,
			]);
			const chat = await text(await owner.fetch("/chat"));
			expect(chat).toContain("home__echo");
			expect(chat).toContain("prog__echo");
		});

		test("with a key in plain is not taken over, since the database would hold it so, and comes to an owner alone", async () => {
			const file = join(folder, "plain.json");
			const tools = { echo: { effect: "read", title: "Эхо" } };
			const headers = { Authorization: `Bearer ${KEY}` };
			const written = JSON.stringify({ servers: [{ key: "a", title: "А", url: mcp.url, headers, tools }] });
			writeFileSync(file, written);
			const { instance, db } = await start({ TOOLS_FILE: file });
			const owner = await enrol({ instance, db }, "owner", "owner");
			const refused = await send(owner, `${TOOLS}?do=take`, []);
			expect([refused.status, (await text(refused)).includes("Authorization")]).toEqual([422, true]);
			expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
			const administrator = await enrol({ instance, db }, "administrator", "administrator");
			await expectNoKey(administrator, `${TOOLS}?format=json`, "Authorization");
			expect(await (await owner.fetch(`${TOOLS}?format=json`)).text()).toBe(written);
		});

		test("may name the search, whose key is a variable", async () => {
			const file = join(folder, "search.json");
			writeFileSync(
				file,
				JSON.stringify({
					search: { provider: "brave", apiKey: { env: "OUR_SEARCH_KEY" } },
					off: ["run_code"],
					servers: [],
				}),
			);
			const { instance, db } = await start({
				TOOLS_FILE: file,
				OUR_SEARCH_KEY: SEARCH_KEY,
				BRAVE_URL: search.url,
			});
			const owner = await enrol({ instance, db }, "owner", "owner");
			expect(await text(await owner.fetch(TOOLS))).toContain("OUR_SEARCH_KEY");
			expect(await text(await send(owner, `${TOOLS}?do=check`, []))).toContain("Нашлась 1 страница");
			expect(search.requests.at(-1)?.headers["x-subscription-token"]).toBe(SEARCH_KEY);
		});
	});
});

test("a changed search and server are on three servers at once", async () => {
	const database = await emptyPostgres();
	const shared = {
		...env(),
		DATABASE_URL: database.url,
		SESSION_SECRET: "one-secret-of-three-servers-of-a-test",
	};
	const first = await start(shared);
	const others = await Promise.all([start(shared), start(shared)]);
	const owner = await enrol(first, "owner", "owner");
	await send(owner, `${TOOLS}?do=search`, [
		["provider", "searxng"],
		["url", search.url],
	]);
	await send(owner, ADD, calendar(mcp.url));
	expect((await send(owner, ALLOW, echo)).status).toBe(303);
	const shown = () =>
		Promise.all(
			[first, ...others].map(async ({ instance }) => {
				const headers = { Cookie: owner.cookie };
				const html = await (await fetch(new URL("/chat", instance.url), { headers })).text();
				return /name="search"/.test(html) && html.includes("school__echo");
			}),
		);
	await expect.poll(shown).toEqual([true, true, true]);
	await end();
	await database.remove();
});
