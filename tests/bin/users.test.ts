import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../support/authenticator.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-users-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const users = (env: Record<string, string>, ...args: string[]) => runCommand("users", args, env);

describe("npm run users, beside a running server", () => {
	let model: FakeModel;
	let instance: Instance;
	let env: Record<string, string>;
	beforeAll(async () => {
		model = await startFakeModel();
		const settings = { MODEL_BASE_URL: model.url, MODELS: "test-model", REGISTRATION: "open" };
		instance = await startInstance({ env: settings });
		env = settingsBeside(instance);
	});
	afterAll(async () => {
		await instance?.stop();
		await model?.stop();
	});

	test("lists, finds and shows people", async () => {
		const anna = await new Person(instance, "anna.list@example.ru").register();
		const listed = await users(env, "list");
		expect(listed.code, listed.err).toBe(0);
		expect(listed.out).toMatch(/^Почта +Состояние +Создан/);
		expect(listed.out).toMatch(/anna\.list@example\.ru +активен/);
		const found = await users(env, "find", "ANNA.L");
		expect(found).toMatchObject({ code: 0, out: expect.stringContaining(anna.email) });
		expect(await users(env, "find", "nobody-like-this")).toMatchObject({
			code: 1,
			out: "Никого не нашлось.\n",
		});
		const shown = await users(env, "show", anna.email);
		expect(shown.code).toBe(0);
		expect(shown.out).toMatch(/Пароль +задан/);
		expect(shown.out).toContain("Регистрация");
		expect(shown.out).toMatch(/персональные данные +\d{4}-\d\d-\d\d +дано/);
		const id = /Идентификатор +([\w-]{36})/.exec(shown.out)?.[1] ?? "";
		expect((await users(env, "show", id)).out).toBe(shown.out);
		expect(await users(env, "show", "nobody@example.ru")).toMatchObject({
			code: 1,
			out: "Аккаунта «nobody@example.ru» нет.\n",
		});
	});

	// An open stream ends with its session, whoever ended that: tests/routes/chat/servers/ended-streams.test.ts.
	test("a block ends the sessions of the running server; unblocking lets in again", async () => {
		const boris = await new Person(instance, "boris.block@example.ru").register();
		const blocked = await users(env, "block", boris.email);
		expect(blocked.code, blocked.err).toBe(0);
		expect(blocked.out).toContain(`Доступ для ${boris.email} закрыт, сеансы завершены.\n`);
		// A trial prints its e-mails on the console: of the command, or of the server where that took the job first.
		await expect
			.poll(() => blocked.out + instance.logs())
			.toContain(`Письмо для ${boris.email}. Доступ закрыт`);
		expect((await boris.fetch("/chat")).status).toBe(302);
		expect((await users(env, "block", boris.email)).code).toBe(1);
		const refused = await boris.post("/login", { email: boris.email, password: boris.password });
		expect(refused.status).not.toBe(303);
		expect((await users(env, "unblock", boris.email)).code).toBe(0);
		expect((await boris.post("/login", { email: boris.email, password: boris.password })).status).toBe(303);
		const ended = await users(env, "end-sessions", boris.email);
		expect(ended).toMatchObject({ code: 0, out: `Завершено сеансов у ${boris.email}: 1.\n` });
		expect((await boris.fetch("/chat")).status).toBe(302);
	});

	test("makes the first owner, who stays the last one, and keeps a journal that the doctor can check", async () => {
		const irina = await new Person(instance, "irina.owner@example.ru").register();
		expect(await users(env, "role", irina.email, "tsar")).toMatchObject({ code: 2 });
		const made = await users(env, "role", irina.email, "owner");
		expect(made.code, made.err).toBe(0);
		expect(made.out).toContain(`Роль ${irina.email}: owner.\n`);
		// As above: the e-mail is printed by the command, or by the server.
		await expect.poll(() => made.out + instance.logs()).toContain(`Письмо для ${irina.email}. Ваша роль`);
		const kept = await users(env, "role", irina.email, "none");
		expect(kept).toMatchObject({ code: 1, out: expect.stringContaining("единственный владелец") });
		expect(await users(env, "block", irina.email)).toMatchObject({
			code: 1,
			out: expect.stringContaining("единственный владелец"),
		});
		const checked = await runCommand("doctor", ["journal"], env);
		expect(checked, checked.err).toMatchObject({ code: 0, out: expect.stringContaining("Цепочка цела") });
	});

	test("drops the second factor of somebody who has lost phone and codes", async () => {
		const egor = await new Person(instance, "egor.phone@example.ru").register();
		const totp = "/account?do=totp";
		await egor.post(totp, { intent: "begin-totp", currentPassword: egor.password });
		const key = /<code>([A-Z2-7 ]{39})<\/code>/.exec(await (await egor.fetch(totp)).text())?.[1] ?? "";
		await egor.post(totp, { intent: "confirm-totp", code: codeOf(key) });
		const signIn = async () => {
			const browser = new Person(instance, egor.email);
			const answer = await browser.post("/login", { email: egor.email, password: egor.password });
			return answer.headers.get("Location");
		};
		expect(await signIn()).toMatch(/step=code/);
		const dropped = await users(env, "drop-second-step", egor.email);
		expect(dropped.code, dropped.err).toBe(0);
		expect(dropped.out).toContain(`Второй шаг входа для ${egor.email} выключен`);
		expect(await signIn()).toBe("/chat");
		expect((await users(env, "drop-second-step", egor.email)).code).toBe(1);
		const events = await (await egor.fetch("/account")).text();
		expect(events).toMatch(/Двухэтапный вход выключен<\/b> <span>Владелец сервиса</);
		expect((await users(env, "show", egor.email)).out).toMatch(/Двухэтапный вход выключен +Владелец сервиса/);
	});

	test("writes everything about a person into a file of one's own, and never over another", async () => {
		const vera = await new Person(instance, "vera.export@example.ru").register();
		await vera.ask("Расскажи о чае");
		const file = join(folder, "vera.json");
		const written = await users(env, "export", vera.email, file);
		expect(written.code, written.err).toBe(0);
		expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
		const data = JSON.parse(readFileSync(file, "utf8"));
		expect(JSON.stringify(data)).toContain("Расскажи о чае");
		expect(data.account).toMatchObject({ email: vera.email });
		expect(await users(env, "export", vera.email, file)).toMatchObject({ code: 1 });
		expect((await users(env, "export", vera.email, join(folder, "no/such/folder"))).code).toBe(1);
	});

	test("deletes only when it was confirmed", async () => {
		const dora = await new Person(instance, "dora.delete@example.ru").register();
		await dora.ask("Расскажи о чае");
		const unsure = await users(env, "delete", dora.email);
		expect(unsure).toMatchObject({ code: 2, out: expect.stringContaining("--yes") });
		expect((await dora.fetch("/chat")).status).toBe(200);
		const deleted = await users(env, "delete", dora.email, "--yes");
		expect(deleted.code, deleted.err).toBe(0);
		expect((await dora.fetch("/chat")).status).toBe(302);
		expect((await users(env, "show", dora.email)).code).toBe(1);
		expect((await new Person(instance, dora.email).register()).cookie).toContain("s=");
	});

	test("invites: the e-mail's link leads to a password, and the person is in", async () => {
		const invited = await users(env, "add", "galina@example.ru");
		expect(invited.code, invited.err).toBe(0);
		const token = /\/verify-mail\?token=([\w-]{43})/.exec(invited.out)?.[1] ?? "";
		const galina = new Person(instance, "galina@example.ru");
		const page = await (await galina.fetch(`/verify-mail?token=${token}`)).text();
		expect(page).toContain("Задайте пароль");
		expect(page).not.toContain("не в том браузере");
		const fields = { token, newPassword: galina.password, consentOffer: "on", consentPersonalData: "on" };
		expect((await galina.post("/verify-mail", fields)).headers.get("Location")).toBe(
			"/verify-mail/verify-mail-success",
		);
		expect((await galina.fetch("/chat")).status).toBe(200);
		expect((await users(env, "add", "galina@example.ru")).code).toBe(1);
		expect((await users(env, "add", "no e-mail")).code).toBe(2);
	});

	test("a command that is not understood prints the usage, and does nothing", async () => {
		for (const args of [
			[],
			["dance"],
			["block"],
			["list", "extra"],
			["list", "--page", "0"],
			["list", "--odd"],
		]) {
			const { code, err } = await users(env, ...args);
			expect([args, code]).toEqual([args, 2]);
			expect(err).not.toMatch(/\n {4}at /);
		}
		expect(await users(env, "--help")).toMatchObject({
			code: 0,
			out: expect.stringContaining("npm run users -- list"),
		});
		const unset = await users({ ...env, APP_URL: "https://chat.example.ru" }, "list");
		expect(unset).toMatchObject({ code: 2, err: expect.stringContaining("SESSION_SECRET") });
	});
});

describe("npm run users, without a server", () => {
	test("makes no database where there is none", async () => {
		const { code, err } = await users({ DATA_DIR: join(folder, "nothing") }, "list");
		expect([code, err]).toEqual([2, expect.stringMatching(/^Базы .* нет\./)]);
		expect(existsSync(join(folder, "nothing/sobesednik.db"))).toBe(false);
	});

	eachDatabase((openTestDb) => {
		test("works on either database, and leaves an older one as it is", async () => {
			const db = await openTestDb();
			const at = { DATA_DIR: folder, DATABASE_URL: urlOf(db) };
			expect(await users(at, "list")).toMatchObject({ code: 0, out: "Никого не нашлось.\n" });
			expect(await users(at, "add", "anna@example.ru")).toMatchObject({ code: 0 });
			expect(await db.selectFrom("pending_registrations").select("email").execute()).toHaveLength(1);

			const older = await openTestDb({ migrated: false });
			const { code, err } = await users({ ...at, DATABASE_URL: urlOf(older) }, "list");
			expect([code, err]).toEqual([1, expect.stringMatching(/^База старше программы/)]);
			expect(await older.introspection.getTables()).toEqual([]);
		});
	});
});
