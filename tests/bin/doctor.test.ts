import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import { startFakeModel } from "../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

describe("npm run doctor, beside a running server", () => {
	let instance: Instance;
	let db: Db;
	beforeAll(async () => {
		instance = await startInstance();
		db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
	});
	afterAll(async () => {
		await db?.destroy();
		await instance?.stop();
	});

	const doctor = (...args: string[]) => runCommand("doctor", args, settingsBeside(instance));

	test("tells by its exit code whether something needs a human", async () => {
		const healthy = await doctor();
		expect(healthy.err).toBe("");
		expect(healthy.out).toContain("База: файл SQLite, открывается");
		expect(healthy.out).toContain("письма ложатся файлами в DATA_DIR/outbox");
		expect(healthy.out.trimEnd()).toMatch(/Всё в порядке\.$/);
		expect(healthy.code).toBe(0);
		// Of a kind that no server does.
		await enqueue(db, [{ kind: "from-elsewhere", key: "1", dueAt: 0 }]);
		const stuck = await doctor();
		expect(stuck.out).toContain("Никто не взялся: from-elsewhere 1");
		expect(stuck.out.trimEnd()).toMatch(/Ждёт человека: 1\.$/);
		expect(stuck.code).toBe(1);
	});

	test("checks settings and content alone, without a database, as a start would read them", async () => {
		const nowhere = { ...settingsBeside(instance), DATA_DIR: "/nonexistent/sobesednik" };
		const sound = await runCommand("doctor", ["check"], nowhere);
		expect(sound).toMatchObject({
			code: 0,
			err: "",
			out: expect.stringContaining("Тарифы: content/plans.json"),
		});
		const plans = join(instance.dataDir, "plans.json");
		writeFileSync(plans, "[]");
		const wrong = await runCommand("doctor", ["check"], { ...nowhere, PLANS_FILE: plans });
		expect(wrong).toMatchObject({
			code: 2,
			err: "",
			out: expect.stringContaining("нужен бесплатный бессрочный тариф"),
		});
		const production = await runCommand("doctor", ["check"], { APP_URL: "https://chat.example.ru" });
		expect(production).toMatchObject({ code: 2, err: expect.stringContaining("SESSION_SECRET не задан") });
		// The whole check says the same, in words and not by a stack.
		const whole = await runCommand("doctor", [], { ...settingsBeside(instance), PLANS_FILE: plans });
		expect(whole).toMatchObject({ code: 1, err: "", out: expect.stringContaining("✗") });
		expect(whole.out).toContain("нужен бесплатный бессрочный тариф");
	});

	test("shows fingerprints, sends an e-mail and asks a model when told to", async () => {
		const certificates = await doctor("ca", "tests/support/certificate/certificate.pem");
		expect(certificates).toMatchObject({ code: 0, out: expect.stringContaining("SHA-256 ") });
		const email = await doctor("mail", "anna@example.ru");
		expect(email).toMatchObject({ code: 0, out: expect.stringContaining("письмо лежит файлом") });
		expect(await doctor("model")).toMatchObject({
			code: 0,
			out: expect.stringContaining("отвечает справочник"),
		});
		expect(await doctor("mail", "anna")).toMatchObject({ code: 2 });
	});

	test("prints how it is called", async () => {
		expect(await doctor("--help")).toMatchObject({ code: 0, out: expect.stringContaining("npm run doctor") });
		expect(await doctor("cure")).toMatchObject({ code: 2 });
	});

	test("goes by what the screens have set, and not by files that were taken over", async () => {
		const model = await startFakeModel({ models: ["big-model"] });
		/** A section of the database that was taken over from a file. */
		const take = async (section: string, value: object, file: object) => {
			const path = join(instance.dataDir, `${section}.json`);
			const text = JSON.stringify(file);
			writeFileSync(path, text);
			const taken_hash = createHash("sha256").update(text).digest("hex");
			const row = { section, value: JSON.stringify(value), revision: 1, changed_by: null, changed_at: 1 };
			await db
				.insertInto("settings")
				.values({ ...row, taken_hash })
				.execute();
			return path;
		};
		const old = { baseUrl: model.url, apiKeyEnv: "NO_SUCH_KEY", models: [{ id: "old" }] };
		const now = { baseUrl: model.url, models: [{ id: "big-model" }] };
		const notes = { key: "notes", title: "Заметки", url: "http://127.0.0.1:9/mcp", tools: {} };
		const env = {
			...settingsBeside(instance),
			MODELS_FILE: await take("models", { servers: [now] }, { servers: [old] }),
			TOOLS_FILE: await take(
				"tools",
				{ search: { provider: "searxng", url: "http://127.0.0.1:9" }, servers: [notes] },
				{ search: { provider: "brave", apiKey: { env: "NO_SUCH_KEY" } }, servers: [] },
			),
		};
		const { out, err } = await runCommand("doctor", [], env);
		const check = (more = {}) => runCommand("doctor", ["check"], { ...env, ...more });
		const checked = await check();
		// What the screens have wrong keeps no server from starting, and no update from being made.
		const wrong = JSON.stringify({ servers: [{ ...now, apiKeyEnv: "NO_OTHER_KEY" }] });
		const models = db.updateTable("settings").where("section", "=", "models");
		await models.set({ value: wrong, revision: 2 }).execute();
		const noted = await check();
		// Nobody can tell whether the file was taken over.
		const unreadable = join(instance.dataDir, "unreadable.db");
		writeFileSync(unreadable, "x".repeat(8_192));
		const unread = await check({ DATABASE_URL: `sqlite:${unreadable}` });
		await model.stop();
		expect(checked).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Модели: big-model") });
		expect(checked.out).not.toContain("NO_SUCH_KEY");
		expect(noted).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/• .*NO_OTHER_KEY/) });
		expect(unread).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/• .*NO_SUCH_KEY/) });
		expect(unread.out).toContain("База не читается");
		expect(err).toBe("");
		for (const words of ["Модели: big-model", "поиск SearXNG", "сервер «notes», разрешено: 0"])
			expect(out).toContain(words);
		for (const words of ["NO_SUCH_KEY", "отвечает справочник", "не настроен"])
			expect(out).not.toContain(words);
	});
});
