import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import type { Instance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { eachSite, enrol, setUpAdminSites } from "./enrol.ts";
import { typedIn } from "./forms.ts";

const LOGO =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#123456" d="M0 0h32v32z"/></svg>';
const LANDING = "/admin/look?tab=landing";
const ANNOUNCEMENT = "/admin/look?tab=announcement";

const { start, end } = setUpAdminSites();
const folder = mkdtempSync(join(tmpdir(), "sobesednik-look-"));
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
});

/** With plain spaces: those of typography are no part of what is tested. */
const plain = (html: string) => html.replaceAll("\u00a0", " ");
const revisionIn = (html: string) => /name="revision" value="(\d+)"/.exec(html)?.[1] ?? "";

/** Sends a form of the look from its page, with the proof. */
async function save(person: Person, path: string, fields: [string, string | File][]): Promise<Response> {
	const revision = revisionIn(await (await person.fetch(path)).text());
	return person.postFiles(path, [["revision", revision], ["currentPassword", person.password], ...fields]);
}

const local = (at: number) => new Date(at + 3 * 3_600_000).toISOString().slice(0, 16);
const HOUR = 3_600_000;
const times = (from: number, until: number): [string, string][] => [
	["from", local(Date.now() + from)],
	["until", local(Date.now() + until)],
];
const journal = (db: Db) => db.selectFrom("staff_events").selectAll().orderBy("number").execute();

eachSite((start, { database }) => {
	describe("«Оформление»", () => {
		let instance: Instance;
		let db: Db;
		let owner: Person;
		beforeAll(async () => {
			({ instance, db } = await start());
			owner = await enrol({ instance, db }, "owner", "owner");
		});
		const page = async (path: string) => plain(await (await fetch(new URL(path, instance.url))).text());

		test("a stolen cookie changes nothing; with a proof all pages are renewed at once, also those from memory", async () => {
			// Into memory.
			for (let i = 0; i < 2; i++)
				expect(await page("/")).toContain("<title>Чат с искусственным интеллектом на русском — Собеседник");
			const stolen = await owner.postFiles("/admin/look", [
				["revision", "0"],
				["name", "Захвачено"],
			]);
			expect(stolen.status).toBe(400);
			expect(await stolen.text()).toContain("Захвачено");
			const fields: [string, string | File][] = [
				["name", "Школа № 12"],
				["accent", "#0b7a83"],
				["logo", new File([LOGO], "logo.svg", { type: "image/svg+xml" })],
			];
			const saved = await save(owner, "/admin/look", fields);
			expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/look"]);

			const home = await page("/");
			expect(home).toContain("— Школа № 12</title>");
			expect(home).toContain("--primary:var(--light,#0b7a83)");
			expect(home).not.toContain("Собеседник");
			const address = /src="(\/logo\?v=[0-9a-f]{12})"/.exec(home)?.[1] ?? "";
			const logo = await fetch(new URL(address, instance.url));
			expect(logo.headers.get("Content-Type")).toBe("image/svg+xml");
			expect(logo.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
			expect(logo.headers.get("Content-Security-Policy")).toContain("sandbox");
			expect(logo.headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(await logo.text()).toBe(LOGO);
			for (const path of ["/login", "/oferta", "/contacts", "/manifest.webmanifest", "/nowhere"])
				expect([path, (await page(path)).includes("Школа № 12")]).toEqual([path, true]);
			// A hydrated page has it too, and its policy lets the style be.
			const chat = await owner.fetch("/chat");
			const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(
				chat.headers.get("Content-Security-Policy") ?? "",
			)?.[1];
			const html = await chat.text();
			expect(html).toContain(`<style nonce="${nonce}">html[data-theme]`);
			expect((await journal(db)).at(-1)).toMatchObject({
				act: "look-changed",
				after: expect.stringMatching(/Школа № 12.*#0b7a83.*КБ/),
			});
			expect((await journal(db)).at(-1)?.after).not.toContain("base64");
		});

		test("the trial e-mail of the first steps bears the name", async () => {
			expect((await owner.post("/admin/start", { intent: "email" })).status).toBe(200);
			await expect.poll(() => instance.logs()).toContain("Пробное письмо от «Школа № 12»");
		});

		test("what does not fit is refused in words, with what was typed", async () => {
			const odd: [fields: [string, string | File][], words: string][] = [
				[[["name", " "]], "От 1 до 40 знаков"],
				[[["name", "Я".repeat(41)]], "От 1 до 40 знаков"],
				[
					[
						["name", "Школа"],
						["ownAccent", "красный"],
					],
					"Введите цвет в виде #6B34E0",
				],
				[
					[
						["name", "Школа"],
						["ownAccent", "#FFB300"],
					],
					"1,7 из нужных 4,5. Ближайший подходящий — #9D6D03",
				],
				[
					[
						["name", "Школа"],
						["logo", new File(["GIF89a"], "a.gif")],
					],
					"Нужен SVG или PNG",
				],
				[
					[
						["name", "Школа"],
						["logo", new File([LOGO.replace("<path", "<script/><path")], "a.svg")],
					],
					"не только рисунок",
				],
				[
					[
						["name", "Школа"],
						["logo", new File([new Uint8Array(250 * 1024)], "a.png")],
					],
					"Знак больше 200 КБ",
				],
			];
			for (const [fields, words] of odd) {
				const refused = await save(owner, "/admin/look", fields);
				const html = await refused.text();
				expect([refused.status, words, html.includes(words)]).toEqual([400, words, true]);
			}
			expect(await page("/")).toContain("Школа № 12");
		});

		test("the nearest colour that fits is taken by its button, a preview saves nothing", async () => {
			const preview = await save(owner, "/admin/look", [
				["name", "Другое имя"],
				["accent", "#b4235a"],
				["preview", "1"],
			]);
			const html = await preview.text();
			expect(preview.status).toBe(200);
			expect(html).toContain("ничего ещё не сохранено");
			expect(html).toMatch(/\.look-preview [^{]*\{--primary:var\(--light,#b4235a\)/);
			expect(await page("/")).toContain("#0b7a83");
			const taken = await save(owner, "/admin/look", [
				["name", "Школа № 12"],
				["ownAccent", "#FFB300"],
				["take", "#9d6d03"],
			]);
			expect(taken.status).toBe(303);
			expect(await page("/")).toContain("--primary:var(--light,#9d6d03)");
		});

		test("who has not seen the last change changes nothing, and is told", async () => {
			const old = await owner.postFiles("/admin/look", [
				["revision", "1"],
				["name", "Вчерашнее"],
				["currentPassword", owner.password],
			]);
			expect(old.status).toBe(409);
			const html = await old.text();
			expect(html).toContain("Пока вы правили");
			expect(html).toContain('value="Вчерашнее"');
			expect(await page("/")).not.toContain("Вчерашнее");
		});

		test("the home page says what the operator wrote, escaped, and leaves out what they hid", async () => {
			const saved = await save(owner, LANDING, [
				["heading", "Спросите <b>учителя</b>"],
				["button", "Завести аккаунт"],
				["description", "Чат школы"],
				["parts", "plans"],
			]);
			expect(saved.status).toBe(303);
			const home = await page("/");
			expect(home).toContain("Спросите &lt;b&gt;учителя&lt;/b&gt;");
			expect(home).toContain("Завести аккаунт");
			expect(home).toContain('<meta name="description" content="Чат школы"/>');
			expect(home).toContain('id="plans"');
			for (const part of ["examples", "faq"]) expect(home).not.toContain(`#${part}"`);
			const long = await save(owner, LANDING, [["heading", "А".repeat(61)]]);
			expect(long.status).toBe(400);
			// What was ticked comes back as it was, also where that is nothing.
			expect(typedIn(await long.text()).filter(([name]) => name === "parts")).toEqual([]);
			expect((await save(owner, LANDING, [["reset", "1"]])).status).toBe(303);
			const usual = await page("/");
			expect(usual).toContain("Понимает с полуслова");
			expect(usual).toContain('id="examples"');
			// Name and colour are another part.
			expect(usual).toContain("Школа № 12");
		});

		test("an announcement is on the pages of whom it is for, from its time on, and can be hidden without script", async () => {
			await page("/");
			const typed: [string, string][] = [
				["text", "Ночью работы <i>на сервере</i>"],
				["link", "/contacts"],
				["tone", "warning"],
				["audience", "all"],
				["hideable", "on"],
			];
			const shown = await save(owner, ANNOUNCEMENT, [...typed, ...times(-HOUR, HOUR)]);
			expect(shown.status).toBe(303);
			for (const path of ["/", "/login", "/registration"]) {
				const html = await page(path);
				expect([path, html.includes("Ночью работы &lt;i&gt;на сервере")]).toEqual([path, true]);
			}
			expect(await (await owner.fetch("/chat")).text()).toContain("Ночью работы");
			const overlapping = await save(owner, ANNOUNCEMENT, [...typed, ...times(0, HOUR / 2)]);
			expect(overlapping.status).toBe(409);
			expect(await overlapping.text()).toContain("уже назначено другое");

			const visitor = new Person(instance);
			const id = /name="id" value="([\w-]+)"/.exec(await page("/login"))?.[1] ?? "";
			const hidden = await visitor.post("/announcement/hide", { id, returnTo: "/login" });
			expect([hidden.status, hidden.headers.get("Location")]).toEqual([303, "/login"]);
			expect(await (await visitor.fetch("/login")).text()).not.toContain("Ночью работы");
			expect((await visitor.post("/announcement/hide", { id: "a; Path=/evil" })).status).toBe(400);

			const end = `${ANNOUNCEMENT}&do=end&id=${id}`;
			expect((await save(owner, end, [])).status).toBe(303);
			expect(await page("/login")).not.toContain("Ночью работы");
			// The form begins with the minute in which the other one has ended.
			const corrected: [string, string][] = [
				["text", "Утром работы"],
				["hideable", "on"],
			];
			expect((await save(owner, ANNOUNCEMENT, [...corrected, ...times(0, HOUR)])).status).toBe(303);
			const login = await page("/login");
			expect(login).toContain("Утром работы");
			const correctedId = /name="id" value="([\w-]+)"/.exec(login)?.[1] ?? "";
			expect((await save(owner, `${ANNOUNCEMENT}&do=end&id=${correctedId}`, [])).status).toBe(303);
			const later = await save(owner, ANNOUNCEMENT, [...typed, ...times(HOUR, 2 * HOUR)]);
			expect(later.status).toBe(303);
			expect(await page("/login")).not.toContain("Ночью работы");
			const acts = (await journal(db)).slice(-5).map(({ act }) => act);
			const twice = ["announcement-set", "announcement-ended"];
			expect(acts).toEqual([...twice, ...twice, "announcement-set"]);
		});

		test("an announcement of nonsense is refused in words", async () => {
			const fine: Record<string, string> = {
				text: "Работы",
				...Object.fromEntries(times(3 * HOUR, 4 * HOUR)),
			};
			const odd: [Record<string, string>, string][] = [
				[{ text: "" }, "Напишите текст"],
				[{ text: "А".repeat(201) }, "Слишком длинно"],
				[{ link: "http://status.example.ru" }, "Адрес должен начинаться с https:// или с /"],
				[{ link: "javascript:alert(1)" }, "Адрес должен начинаться с https:// или с /"],
				[{ link: "//evil.example" }, "Адрес должен начинаться с https:// или с /"],
				[{ from: "" }, "Выберите день и время"],
				[{ until: fine.from ?? "" }, "Конец должен быть позже начала"],
			];
			for (const [fields, words] of odd) {
				const refused = await save(owner, ANNOUNCEMENT, Object.entries({ ...fine, ...fields }));
				expect([fields, refused.status, (await refused.text()).includes(words)]).toEqual([fields, 400, true]);
			}
		});

		test("an administrator announces and does not brand; an accountant only looks", async () => {
			const administrator = await enrol({ instance, db }, "administrator", "administrator");
			expect((await administrator.fetch("/admin/look")).status).toBe(200);
			expect((await administrator.fetch(LANDING)).status).toBe(403);
			const fields: [string, string][] = [["text", "Завтра урок"], ...times(5 * HOUR, 6 * HOUR)];
			expect((await save(administrator, ANNOUNCEMENT, fields)).status).toBe(303);
			const brand = await administrator.postFiles(LANDING, [["heading", "Моё"]]);
			expect(brand.status).toBe(403);
			const accountant = await enrol({ instance, db }, "accountant", "accountant");
			const html = await (await accountant.fetch("/admin/look")).text();
			expect(html).toContain("Завтра урок");
			expect(html).not.toContain("<textarea");
			expect((await accountant.postFiles(ANNOUNCEMENT, fields)).status).toBe(403);
		});

		test("texts that another release has written take no page away, and nothing is saved over them", async () => {
			const nameShown = async () => /<title>.* — (.*)<\/title>/.exec(await page("/login"))?.[1];
			const before = await nameShown();
			const value = '{"newField":1}';
			const revision = 1_000;
			for (const section of ["look", "announcements", "operator"])
				await db
					.insertInto("settings")
					.values({ section, value, revision, changed_by: null, changed_at: Date.now(), taken_hash: null })
					.onConflict((conflict) => conflict.column("section").doUpdateSet({ value, revision }))
					.execute();
			const noticed = async () => {
				for (const path of ["/", "/contacts"]) await page(path);
				const logs = instance.logs();
				return ["look", "announcements", "operator"].map((section) =>
					logs.includes(`Заданное на экране не применено section=${section}`),
				);
			};
			await expect.poll(noticed).toEqual([true, true, true]);
			for (const path of ["/", "/contacts", "/login"])
				expect([path, (await fetch(new URL(path, instance.url))).status]).toEqual([path, 200]);
			expect(await nameShown()).toBe(before);
			const refused = await save(owner, "/admin/look", [["name", "Другое"]]);
			expect(refused.status).toBe(409);
			const kept = await db.selectFrom("settings").select("value").where("section", "=", "look").execute();
			expect(kept).toEqual([{ value }]);
		});
	});

	describe("what the environment or a file sets", () => {
		const file = join(folder, "look.json");
		// Spacing of its own, to be had back byte by byte.
		const TEXT = '\n{ "name":"Из файла",\n\t\t"landing": { "heading": "Заголовок  файла" } }\n\n';

		test("a name of the environment is shown locked, and who sends one is told which variable sets it: 409", async () => {
			const { instance, db } = await start({ APP_NAME: "Из среды" });
			const owner = await enrol({ instance, db }, "owner", "owner");
			const html = await (await owner.fetch("/admin/look")).text();
			expect(html).toContain("Задано переменной APP_NAME");
			expect(html).not.toContain('name="name"');
			const refused = await save(owner, "/admin/look", [["name", "Другое"]]);
			expect(refused.status).toBe(409);
			expect(await refused.text()).toContain("APP_NAME");
			expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
			expect((await save(owner, "/admin/look", [["accent", "#1e55b8"]])).status).toBe(303);
			const home = await (await fetch(instance.url)).text();
			expect(home).toContain("Из среды");
			expect(home).toContain("#1e55b8");
		});

		test("CONFIG_SCREENS=0 locks all", async () => {
			const { instance, db } = await start({ CONFIG_SCREENS: "0" });
			const owner = await enrol({ instance, db }, "owner", "owner");
			for (const path of ["/admin/look", LANDING, ANNOUNCEMENT, "/admin/look?do=take"]) {
				const refused = await owner.postFiles(path, [
					["name", "Другое"],
					["text", "Работы"],
					...times(0, HOUR),
					["currentPassword", owner.password],
				]);
				expect([path, refused.status, (await refused.text()).includes("CONFIG_SCREENS")]).toEqual([
					path,
					409,
					true,
				]);
			}
			expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
		});

		test("a file locks its section until it is taken over, and comes back byte by byte; changed, it counts again", async () => {
			writeFileSync(file, TEXT);
			const dataDir = mkdtempSync(join(tmpdir(), "sobesednik-look-data-"));
			const env = { LOOK_FILE: file, DATA_DIR: dataDir };
			const { instance, db } = await start(env);
			const owner = await enrol({ instance, db }, "owner", "owner");
			const home = async (at = instance) => (await fetch(at.url)).text();
			expect(await home()).toContain("Заголовок  файла");
			for (const path of ["/admin/look", LANDING]) {
				expect(await (await owner.fetch(path)).text()).toContain(file);
				const refused = await save(owner, path, [["name", "Другое"]]);
				expect([path, refused.status]).toEqual([path, 409]);
				expect(await refused.text()).toContain(file);
			}
			const exported = async () => (await owner.fetch("/admin/look?format=json")).text();
			expect(await exported()).toBe(TEXT);
			// Without a proof it stays where it is.
			expect((await owner.post("/admin/look?do=take", { revision: "0" })).status).toBe(400);
			expect((await save(owner, "/admin/look?do=take", [])).status).toBe(303);
			expect(await exported()).toBe(TEXT);
			expect(await home()).toContain("Заголовок  файла");
			expect((await save(owner, "/admin/look", [["name", "Из базы"]])).status).toBe(303);
			expect(await home()).toContain("Из базы");
			expect(await (await owner.fetch("/admin/look")).text()).toContain("больше не читается");

			// What was exported is a file again, and the same.
			const fromScreen = await exported();
			expect(JSON.parse(fromScreen)).toMatchObject({
				name: "Из базы",
				landing: { heading: "Заголовок  файла" },
			});
			await instance.stop();
			writeFileSync(file, fromScreen);
			const again = await start({
				...env,
				...(database === "PostgreSQL" && { DATABASE_URL: instance.databaseUrl }),
			});
			expect(await home(again.instance)).toContain("Из базы");
			rmSync(dataDir, { recursive: true, force: true });
		});
	});
});

test("a change is on three servers within two seconds", async () => {
	const database = await emptyPostgres();
	const env = { DATABASE_URL: database.url, SESSION_SECRET: "one-secret-of-three-servers-of-a-test" };
	const first = await start(env);
	const others = await Promise.all([start(env), start(env)]);
	const owner = await enrol(first, "owner", "owner");
	const names = () =>
		Promise.all(
			[first, ...others].map(async ({ instance }) => {
				const html = await (await fetch(new URL("/login", instance.url))).text();
				return /<title>.* — (.*)<\/title>/.exec(html)?.[1];
			}),
		);
	expect(await names()).toEqual(["Собеседник", "Собеседник", "Собеседник"]);
	expect((await save(owner, "/admin/look", [["name", "Одно имя"]])).status).toBe(303);
	// The time is measured by the bench; here it is only awaited.
	await expect.poll(names).toEqual(["Одно имя", "Одно имя", "Одно имя"]);
	await end();
	await database.remove();
});
