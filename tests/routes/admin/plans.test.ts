import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { Instance } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { plansFileOf } from "../../support/plans-file.ts";
import { enrol, idOf, setUpAdminSites } from "./enrol.ts";
import { sendTyped as send, typedIn } from "./forms.ts";

const PLANS = "/admin/plans";
const PLUS = `${PLANS}?do=plan&key=plus-month`;
const FILE = "content/plans.json";

const { start, end } = setUpAdminSites();
let model: FakeModel;
let env: Record<string, string>;
beforeAll(async () => {
	model = await startFakeModel({ models: ["big", "small"] });
	env = { MODEL_BASE_URL: model.url, MODELS: "big,small", MODEL_TITLES: "0" };
});
afterAll(() => model.stop());

const text = async (response: Response) =>
	(await response.text()).replace(/<!-- -->/g, "").replace(/[\u00a0\u202f]/g, " ");
const page = async (person: Person, path: string) => text(await person.fetch(path));

const take = (owner: Person) => send(owner, `${PLANS}?do=take`);
const checkout = (person: Person) => page(person, "/payment?plan=plus-month");
const hidden = (html: string, name: string) =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

/** Presses «Оплатить» of a checkout that was read. */
const pay = (person: Person, html: string) =>
	person.post("/payment?plan=plus-month", {
		intent: "pay",
		planKey: hidden(html, "planKey"),
		paymentId: hidden(html, "paymentId"),
		shownPrice: hidden(html, "shownPrice"),
		receiptEmail: person.email,
	});

describe.each(["sqlite", "postgres"])("«Тарифы», %s", (kind) => {
	let instance: Instance;
	let db: Db;
	let owner: Person;
	let anna: Person;
	let remove = async () => {};
	beforeAll(async () => {
		if (kind === "postgres") {
			const database = await emptyPostgres();
			remove = () => database.remove();
			({ instance, db } = await start({ ...env, DATABASE_URL: database.url }));
		} else ({ instance, db } = await start(env));
		owner = await enrol({ instance, db }, "owner", "owner");
		anna = await enrol({ instance, db }, "anna");
	});
	afterAll(async () => {
		await end();
		await remove();
	});
	const journal = () => db.selectFrom("staff_events").selectAll().orderBy("number").execute();
	const home = async () => text(await fetch(instance.url));

	test("a file locks them until they are taken over, and they come back byte by byte", async () => {
		const list = await page(owner, PLANS);
		expect(list).toContain(FILE);
		expect(list).not.toContain("Новый тариф");
		// Its form is not there, and one that is sent all the same says which file sets it.
		expect(await page(owner, PLUS)).not.toContain('name="price"');
		const refused = await owner.post(PLUS, { revision: "0", currentPassword: owner.password });
		expect(refused.status).toBe(409);
		expect(await text(refused)).toContain(FILE);
		expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
		const bytes = readFileSync(FILE, "utf8");
		const exported = async () => (await owner.fetch(`${PLANS}?format=json`)).text();
		expect(await exported()).toBe(bytes);
		// A stolen cookie takes nothing over.
		expect((await owner.post(`${PLANS}?do=take`, { revision: "0" })).status).toBe(400);
		expect((await take(owner)).status).toBe(303);
		expect(await exported()).toBe(bytes);
		expect(await page(owner, PLANS)).toContain("Новый тариф");
	});

	test("a form that is sent as it stands changes nothing but the layout of the file", async () => {
		const before = JSON.parse(await (await owner.fetch(`${PLANS}?format=json`)).text());
		for (const { key, messages } of before) {
			const kept = await send(owner, `${PLANS}?do=${messages ? "package" : "plan"}&key=${key}`);
			expect([key, kept.status]).toEqual([key, 303]);
		}
		expect(await (await owner.fetch(`${PLANS}?format=json`)).json()).toEqual(before);
	});

	test("a new price is seen at once; who has read the old one pays neither; what was begun keeps its terms", async () => {
		const begun = await checkout(anna);
		expect((await pay(anna, begun)).status).toBe(303);
		const read = await checkout(anna);
		expect(read).toContain("390 ₽");
		expect(await home()).toContain("390 ₽");

		const preview = await text(await send(owner, PLUS, { price: "449,50", intent: "preview" }));
		expect(preview).toContain("Цена меняется: 390 ₽ → 449,50 ₽.");
		expect(preview).toMatch(/class="num">449,50 ₽/);
		expect(await checkout(anna)).toContain("390 ₽");
		expect((await send(owner, PLUS, { price: "449,50", quota: "1 600" })).status).toBe(303);

		for (const seen of [await home(), await checkout(anna), await page(anna, "/payment")]) {
			expect(seen).toContain("449,50 ₽");
			expect(seen).not.toContain("390 ₽");
		}
		const refused = await pay(anna, read);
		expect(refused.status).toBe(400);
		expect(await text(refused)).toContain("Цена изменилась");
		const purchases = await db.selectFrom("purchases").select(["amount", "state"]).execute();
		expect(purchases).toMatchObject([{ amount: 39_000 }]);
		// Sent twice, the first one is still that purchase.
		expect((await pay(anna, begun)).status).toBe(303);
		const paymentId = hidden(begun, "paymentId");
		await anna.post("/payment/sandbox", { paymentId, outcome: "pay" });
		await anna.fetch(`/payment/success?payment=${paymentId}`);
		const row = await db
			.selectFrom("subscriptions")
			.select("plan")
			.where("account_id", "=", await idOf({ db }, anna))
			.executeTakeFirstOrThrow();
		expect(JSON.parse(row.plan)).toMatchObject({ price: 39_000, quota: { messages: 1_500 } });
		expect(await page(owner, PLANS)).toMatch(/data-label="Людей"[^>]*>1</);
		expect(await page(owner, PLUS)).toContain("1 человек останется на купленном");

		const written = (await journal()).filter(({ act }) => act === "plan-changed").at(-1);
		expect(JSON.parse(written?.before ?? "")).toMatchObject({ key: "plus-month", price: 39_000 });
		expect(JSON.parse(written?.after ?? "")).toMatchObject({ price: 44_950, quota: { messages: 1_600 } });
	});

	test("who has not seen the last change is told so, and what they typed stays", async () => {
		const other = await enrol({ instance, db }, "administrator", "administrator");
		const html = await page(other, PLUS);
		expect((await send(owner, PLUS, { description: "Первым" })).status).toBe(303);
		const late = await other.fetch(PLUS, {
			method: "POST",
			body: new URLSearchParams([
				...typedIn(html).filter(([name]) => name !== "description"),
				["description", "Вторым"],
				["currentPassword", other.password],
			]),
			headers: { Origin: other.url },
		});
		expect(late.status).toBe(409);
		const returned = await text(late);
		expect(hidden(returned, "description") || returned).toContain("Вторым");
		expect(await home()).toContain("Первым");
		// Sent again, it counts: they have been told.
		const again = typedIn(returned);
		const sent = await other.fetch(PLUS, {
			method: "POST",
			body: new URLSearchParams([...again, ["currentPassword", other.password]]),
			headers: { Origin: other.url },
		});
		expect(sent.status).toBe(303);
		expect(await home()).toContain("Вторым");
	});

	test("a new plan, with its own models, tools and files; what does not fit is said at its field", async () => {
		const fields = {
			planKey: "school",
			title: "Школьный",
			description: "Для учёбы",
			tier: "school",
			price: "250",
			days: "30",
			quota: "3 000",
			everyDays: "30",
			fileSpace: "1,5",
			filesPerDay: "5",
			toolCalls: "0",
			pictures: "no",
			planModels: "small",
		};
		const path = `${PLANS}?do=plan`;
		const wrong = await send(owner, path, {
			...fields,
			planKey: "plus-month",
			price: "0",
			quota: "0",
			days: "тридцать",
		});
		expect(wrong.status).toBe(400);
		const returned = await text(wrong);
		for (const words of ["Такой ключ уже есть", "не меньше одного", "Не меньше 1", "от 1 до 36 500"])
			expect(returned).toContain(words);
		expect(hidden(returned, "title") || returned).toContain("Школьный");
		expect((await send(owner, path, { ...fields, planKey: "Школа" })).status).toBe(400);
		expect((await send(owner, path, { ...fields, planModels: "gone" })).status).toBe(400);

		expect((await send(owner, path, fields)).status).toBe(303);
		const lines = await (await owner.fetch(`${PLANS}?format=json`)).json();
		expect(lines.find(({ key }: { key: string }) => key === "school")).toEqual({
			key: "school",
			tier: "school",
			title: "Школьный",
			description: "Для учёбы",
			price: 25_000,
			days: 30,
			quota: { messages: 3_000, everyDays: 30 },
			files: { bytes: 1_572_864, perDay: 5 },
			toolCallsPerDay: 0,
			pictures: false,
			models: ["small"],
		});
		expect(await page(anna, "/payment")).toContain("Школьный");
		expect(await page(anna, "/payment?plan=school")).toContain("250 ₽");
	});

	test("off sale nobody buys it, who has it keeps it; it is not deleted, and comes back", async () => {
		const off = `${PLANS}?do=off&key=plus-month`;
		const form = await page(owner, off);
		expect(form).toContain("1 человек останется на купленном");
		// The button sends what the page shows, and the path above leads back to the plan.
		expect(form).toContain('action="/admin/plans?do=off&amp;key=plus-month"');
		expect(form).toContain('href="/admin/plans?do=plan&amp;key=plus-month"');
		const read = await checkout(anna);
		expect((await send(owner, off)).status).toBe(303);
		expect(await page(owner, PLANS)).toContain("Снят с продажи");
		const gone = await pay(anna, read);
		expect(gone.headers.get("Location")).toBe("/payment?did=gone");
		expect(await page(anna, "/payment?did=gone")).toContain("больше не продаётся");
		expect(await db.selectFrom("purchases").select("id").execute()).toHaveLength(1);
		expect(await home()).not.toContain("449,50 ₽");
		const own = await page(anna, "/payment");
		expect(own).toContain("Плюс");
		// The free one is not taken off.
		expect((await send(owner, `${PLANS}?do=off&key=start`)).status).toBe(404);
		expect((await send(owner, `${PLANS}?do=on&key=plus-month`)).status).toBe(303);
		expect(await home()).toContain("449,50 ₽");
		const acts = (await journal()).map(({ act }) => act);
		expect(acts.filter((act) => act === "plan-off" || act === "plan-on")).toEqual(["plan-off", "plan-on"]);
	});

	test("messages apart from plans follow the same rule, and the order of both is theirs", async () => {
		const more = `${PLANS}?do=package&key=more-500`;
		expect((await send(owner, more, { price: "199", quota: "700" })).status).toBe(303);
		expect(await page(anna, "/payment?more=more-500")).toContain("199 ₽");
		expect(
			(
				await send(owner, `${PLANS}?do=package`, {
					planKey: "more-2000",
					title: "+2000 сообщений",
					price: "490",
					quota: "2000",
					days: "60",
				})
			).status,
		).toBe(303);
		const keys = async () =>
			(await (await owner.fetch(`${PLANS}?format=json`)).json()).map(({ key }: { key: string }) => key);
		expect((await keys()).slice(-2)).toEqual(["more-500", "more-2000"]);
		const move = async (key: string, by: string) =>
			owner.post(PLANS, { move: key, by, revision: hidden(await page(owner, PLANS), "revision") });
		expect((await move("more-2000", "up")).status).toBe(303);
		expect((await move("pro-month", "up")).status).toBe(303);
		expect(await keys()).toEqual([
			"start",
			"plus-month",
			"pro-month",
			"plus-year",
			"pro-year",
			"school",
			"more-2000",
			"more-500",
		]);
		expect((await send(owner, `${PLANS}?do=off&key=more-500`)).status).toBe(303);
		expect(await page(anna, "/payment")).not.toContain("+500");
	});

	test("an accountant looks, and changes nothing; others see nothing", async () => {
		const accountant = await enrol({ instance, db }, "accountant", "accountant");
		const list = await page(accountant, PLANS);
		expect(list).toContain("Школьный");
		expect(list).not.toContain("do=plan");
		expect((await accountant.fetch(PLUS)).status).toBe(403);
		expect((await accountant.post(PLUS, { price: "1" })).status).toBe(403);
		expect((await (await accountant.fetch(`${PLANS}?format=json`)).text()).startsWith("[")).toBe(false);
		const support = await enrol({ instance, db }, "support", "support");
		expect((await support.fetch(PLANS)).status).toBe(403);
		expect((await anna.fetch(PLANS)).status).toBe(404);
	});

	test("a text that another program has written takes no plan away, and the log says so", async () => {
		await db
			.updateTable("settings")
			.set(({ eb }) => ({ value: '[{"key": "start", "newField": 1}]', revision: eb("revision", "+", 1) }))
			.where("section", "=", "plans")
			.execute();
		await expect
			.poll(async () => (await home()) && instance.logs())
			.toContain("Тарифы, заданные на экране, не применены");
		expect(await home()).toContain("449,50 ₽");
	});
});

test("nothing is told as sold while no model is connected, and the page says why", async () => {
	const site = await start();
	const owner = await enrol(site, "owner", "owner");
	const states = (html: string) => [...html.matchAll(/>(Продаётся|Не продаётся)</g)].map(([, word]) => word);
	const list = await page(owner, PLANS);
	expect(new Set(states(list))).toEqual(new Set(["Не продаётся"]));
	expect(list).toContain("Модель не подключена: ничего не продаётся");
	expect(list).not.toContain("Оплата сейчас выключена");
	expect((await send(owner, `${PLANS}?do=take`)).status).toBe(303);
	expect(states(await page(owner, PLUS))).toEqual(["Не продаётся"]);
	await end();
});

test("CONFIG_SCREENS=0 locks them, and names itself", async () => {
	const { instance, db } = await start({ ...env, CONFIG_SCREENS: "0" });
	const owner = await enrol({ instance, db }, "owner", "owner");
	for (const path of [PLUS, `${PLANS}?do=off&key=plus-month`, `${PLANS}?do=take`]) {
		const refused = await owner.post(path, { price: "1", revision: "0", currentPassword: owner.password });
		expect([path, refused.status]).toEqual([path, 409]);
		expect(await refused.text()).toContain("CONFIG_SCREENS");
	}
	expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
	await end();
});

test("a plan that names a model which is not there any more keeps no server from starting, once it is in the database", async () => {
	const free = { key: "start", tier: "start", title: "Старт", description: "", price: 0, days: null };
	const quota = { messages: 5, everyDays: 1 };
	const file = plansFileOf([{ ...free, quota, models: ["big"] }]);
	const dataDir = `${process.env.TMPDIR ?? "/tmp"}/plans-${randomUUID()}`;
	const first = await start({ ...env, PLANS_FILE: file, DATA_DIR: dataDir });
	const owner = await enrol(first, "owner", "owner");
	expect((await take(owner)).status).toBe(303);
	// `end()` removes the data of an instance: it is ended without.
	first.instance.process.kill("SIGTERM");
	await expect.poll(() => first.instance.process.exitCode).toBe(0);
	const { instance } = await start({ ...env, PLANS_FILE: file, DATA_DIR: dataDir, MODELS: "small" });
	expect(instance.logs()).toContain("Тарифы называют модели, которых нет");
	expect(instance.logs()).not.toContain("снова из файла");
	instance.process.kill("SIGTERM");
	await expect.poll(() => instance.process.exitCode).toBe(0);
	// A file that has changed since counts again, and nobody finds that out by a payment alone.
	writeFileSync(file, JSON.stringify([{ ...free, quota }]));
	const again = await start({ ...env, PLANS_FILE: file, DATA_DIR: dataDir, MODELS: "small" });
	expect(again.instance.logs()).toContain("Тарифы и цены снова из файла");
	// Who has no log sees it on the screens.
	const other = await enrol(again, "other", "owner");
	const words = async (path: string) => (await (await other.fetch(path)).text()).replace(/\u00a0/g, " ");
	expect(await words("/admin/state")).toContain(`Тарифы: действует файл ${file}, а не заданное на экране`);
	expect(await words(PLANS)).toContain(`${file} с тех пор другой, и действует он`);
	await end();
});

test("a change is on three servers, with no answer broken", async () => {
	const database = await emptyPostgres();
	const settings = {
		...env,
		DATABASE_URL: database.url,
		SESSION_SECRET: "one-secret-of-three-servers-of-a-test",
	};
	const first = await start(settings);
	const others = await Promise.all([start(settings), start(settings)]);
	const owner = await enrol(first, "owner", "owner");
	expect((await take(owner)).status).toBe(303);
	expect((await send(owner, PLUS, { price: "451" })).status).toBe(303);
	const prices = () =>
		Promise.all(
			[first, ...others].map(async ({ instance }) =>
				(await text(await fetch(instance.url))).includes("451 ₽"),
			),
		);
	// The time is measured by the bench; here it is only awaited.
	await expect.poll(prices).toEqual([true, true, true]);
	await end();
	await database.remove();
});
