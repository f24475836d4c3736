import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { dailyName } from "../../app/backup/backup-folder.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { makeBackupOfDay } from "../../app/services/backups.server.ts";
import { expectBooksToBalance } from "../billing/ledger.ts";
import { somebody } from "../chat/people.ts";
import { giveHistory } from "../privacy/history.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { recital } from "../support/fakes/fake-model-text.ts";
import { startFakeS3 } from "../support/fakes/fake-s3.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

const STAND_STILL = new URL("../backup/stand-still.mjs", import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const backup = (env: Record<string, string>, ...args: string[]) => runCommand("backup", args, env);
const restore = (env: Record<string, string>, ...args: string[]) => runCommand("restore", args, env);
const move = (env: Record<string, string>, ...args: string[]) => runCommand("move", args, env);

describe("npm run backup and restore, with a server at work", () => {
	let model: FakeModel;
	let instance: Instance;
	let settings: Record<string, string>;
	const copy = join(folder, "копия 1");
	let anna: Person;
	let asked: { conversationId: string };
	beforeAll(async () => {
		model = await startFakeModel();
		settings = { MODEL_BASE_URL: model.url, MODELS: "test-model" };
		instance = await startInstance({ env: settings });
		anna = await new Person(instance, "anna.copy@example.ru").register();
		await anna.ask("Настольная книга");
		asked = await anna.ask("сценарий:recite:7,15");
		const made = await backup(settingsBeside(instance), copy);
		expect(made.err).toBe("");
		expect(made.out).toMatch(
			/^Копия готова: .*копия 1, [\d,]+ МБ\. Таблиц \d+, строк \d+, файлов \d+, схема /,
		);
		expect(made.code).toBe(0);
		// What a server writes meanwhile would stay behind.
		const moved = await move(settingsBeside(instance), `sqlite:${join(folder, "beside")}`);
		expect(moved).toMatchObject({ code: 1, err: expect.stringContaining("работает сервер") });
		await instance.stop();
	});
	afterAll(() => model?.stop());

	test.each(["SQLite", "PostgreSQL"])("on %s the service goes on from the copy", async (kind) => {
		const postgres = await emptyPostgres();
		const dataDir = join(folder, kind);
		const env = { DATA_DIR: dataDir, ...(kind === "SQLite" ? {} : { DATABASE_URL: postgres.url }) };
		const restored = await restore(env, copy);
		expect(restored.err).toBe("");
		expect(restored.out).toContain("  ✓ accounts: 1\n");
		expect(restored.out).toMatch(/Копия от .* на месте и сошлась/);
		expect(restored.code).toBe(0);
		expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
		expect(existsSync(join(dataDir, "restored-content", "plans.json"))).toBe(true);
		expect(await restore(env, copy)).toMatchObject({ code: 1, err: expect.stringContaining("не пуста") });

		const after = await startInstance({ env: { ...settings, ...env } });
		const returned = new Person(after, anna.email);
		const login = await returned.post("/login", { email: anna.email, password: anna.password });
		expect(login.status).toBe(303);
		// The answer that was being written when the copy was made is finished here.
		const page = async (path: string) => (await returned.fetch(path)).text();
		const end = recital(7).trim().slice(-30);
		await expect.poll(() => page(`/chat?c=${asked.conversationId}`)).toContain(end);
		await expect.poll(() => page(`/chat?q=${encodeURIComponent("настольной книги")}`)).toContain("<mark>");
		const db = await openDatabase(env.DATABASE_URL ?? `sqlite:${join(dataDir, "sobesednik.db")}`);
		const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
		await expectBooksToBalance(db, id);
		await db.destroy();
		await after.stop();
		await postgres.remove();
	});

	test("the data move to PostgreSQL and back, compared, and a service goes on there", async () => {
		const postgres = await emptyPostgres();
		const dataDir = join(folder, "SQLite");
		const there = await move({ DATA_DIR: dataDir }, postgres.url);
		expect(there).toMatchObject({ code: 0, err: "", out: expect.stringContaining("  ✓ accounts: 1\n") });
		expect(there.out).toContain("Всё перенесено и сошлось");
		const onPostgres = { DATA_DIR: dataDir, DATABASE_URL: postgres.url };
		expect(await move({ DATA_DIR: dataDir }, postgres.url)).toMatchObject({
			code: 1,
			err: expect.stringContaining("не пуста"),
		});
		const back = `sqlite:${join(folder, "moved back.db")}`;
		expect(await move(onPostgres, back)).toMatchObject({ code: 0, err: "" });
		const after = await startInstance({ env: { ...settings, DATA_DIR: dataDir, DATABASE_URL: back } });
		const returned = new Person(after, anna.email);
		expect((await returned.post("/login", { email: anna.email, password: anna.password })).status).toBe(303);
		const page = await (await returned.fetch(`/chat?c=${asked.conversationId}`)).text();
		expect(page.includes(recital(7).trim().slice(-30))).toBe(true);
		await after.stop();
		expect(await move({ DATA_DIR: dataDir }, "mysql://host/db")).toMatchObject({ code: 2 });
		await postgres.remove();
	});

	test("a copy in a bucket alone is enough", async () => {
		const s3 = await startFakeS3();
		onTestFinished(() => s3.stop());
		const passphrase = join(folder, "passphrase of the bucket");
		writeFileSync(passphrase, "очень длинный пароль\n");
		const sealed = join(folder, "for the bucket");
		const made = await backup({ DATA_DIR: join(folder, "SQLite") }, sealed, "--passphrase-file", passphrase);
		expect(made.code).toBe(0);
		const name = dailyName(Date.now(), "Europe/Moscow");
		s3.objects.set(`of-a-test/${name}`, readFileSync(sealed));
		const machine = join(folder, "a new machine");
		const env = {
			DATA_DIR: machine,
			BACKUP_DIR: join(machine, "copies"),
			BACKUP_URL: s3.url,
			BACKUP_PASSPHRASE_FILE: passphrase,
		};
		expect(await restore(env, "--bucket", "sobesednik-2020-01-01.backup")).toMatchObject({
			code: 1,
			err: expect.stringContaining("такой копии нет"),
		});
		const restored = await restore(env, "--bucket");
		expect(restored).toMatchObject({ code: 0, err: "", out: expect.stringContaining("на месте и сошлась") });
		expect(existsSync(join(machine, "copies", name))).toBe(true);
		expect(await restore({ DATA_DIR: machine }, "--bucket")).toMatchObject({ code: 2 });
	});

	test("says in a sentence what is wrong", async () => {
		const env = { DATA_DIR: join(folder, "SQLite") };
		expect(await backup(env, copy)).toMatchObject({ code: 1, err: expect.stringContaining("уже есть") });
		expect(await backup(env)).toMatchObject({ code: 2, err: expect.stringContaining("npm run backup") });
		expect(await backup({ DATA_DIR: join(folder, "nowhere") }, join(folder, "2"))).toMatchObject({
			code: 2,
			err: expect.stringContaining("Базы ещё нет"),
		});
		const elsewhere = { DATA_DIR: join(folder, "elsewhere") };
		expect(await restore(elsewhere, join(folder, "3"))).toMatchObject({
			code: 1,
			err: expect.stringContaining("нет"),
		});
		writeFileSync(join(folder, "4"), readFileSync(copy).subarray(0, 500));
		expect(await restore(elsewhere, join(folder, "4"))).toMatchObject({
			code: 1,
			err: expect.stringContaining("повреждён"),
		});
		const short = join(folder, "short");
		writeFileSync(short, "коротко\n");
		expect(await backup(env, join(folder, "5"), "--passphrase-file", short)).toMatchObject({ code: 2 });
		expect(existsSync(join(elsewhere.DATA_DIR, "sobesednik.db"))).toBe(false);
	});

	test("the server makes a copy each night in a process of its own, and keeps the newest", async () => {
		const dir = join(folder, "nights");
		const daily = { dir, keep: 2, passphraseFile: null, timeZone: "Europe/Moscow" };
		const env = { PATH: process.env.PATH, DATA_DIR: join(folder, "SQLite") };
		const night = (day: number) =>
			makeBackupOfDay(daily, Date.parse(`2026-11-${day}T04:00:00+03:00`), AbortSignal.timeout(300_000), env);
		for (const day of [21, 22, 23])
			expect(await night(day)).toBe(join(dir, `sobesednik-2026-11-${day}.backup`));
		expect(await night(23)).toBeNull();
		expect(readdirSync(dir)).toEqual(["sobesednik-2026-11-22.backup", "sobesednik-2026-11-23.backup"]);
		const opened = { DATA_DIR: join(folder, "from a night") };
		expect(await restore(opened, join(dir, "sobesednik-2026-11-23.backup"))).toMatchObject({ code: 0 });
		await expect(
			makeBackupOfDay(
				{ ...daily, dir: join(folder, "4", "below a file") },
				// Not the present time: before the hour of the copy nothing is to be done.
				Date.parse("2026-11-24T04:00:00+03:00"),
				AbortSignal.timeout(300_000),
				env,
			),
		).rejects.toThrow();
	});

	test("an encrypted copy is made and restored with the first line of a file", async () => {
		const env = { DATA_DIR: join(folder, "SQLite") };
		const passphrase = join(folder, "passphrase");
		writeFileSync(passphrase, "очень длинный пароль\n");
		const sealed = join(folder, "sealed");
		expect(await backup(env, sealed, "--passphrase-file", passphrase)).toMatchObject({ code: 0 });
		const elsewhere = { DATA_DIR: join(folder, "opened") };
		expect(await restore(elsewhere, sealed)).toMatchObject({
			code: 1,
			err: expect.stringContaining("зашифрована"),
		});
		expect(await restore(elsewhere, sealed, "--passphrase-file", passphrase)).toMatchObject({ code: 0 });
	});
});

test("before a migration the server makes a copy, which goes back to the schema it was made of", async () => {
	const dataDir = join(folder, "old");
	mkdirSync(dataDir);
	const fixture = (name: string) =>
		readFileSync(join(import.meta.dirname, "../platform/db/migrations/fixtures/cf0da4b", name), "utf8");
	const old = new DatabaseSync(join(dataDir, "sobesednik.db"));
	old.exec(`begin; ${fixture("schema.sqlite.sql")} ${fixture("data.sql")} commit;`);
	const before = old.prepare("select count(*) as count from accounts").get()?.count;
	old.close();
	const instance = await startInstance({ env: { DATA_DIR: dataDir } });
	await instance.stop();
	const [copy = "", ...others] = readdirSync(join(dataDir, "backups"));
	expect(copy).toMatch(/^before-0010-.*\.backup$/);
	expect(others).toEqual([]);
	const target = join(folder, "back");
	const restored = await restore({ DATA_DIR: target }, join(dataDir, "backups", copy));
	expect(restored.out).toContain(`  ✓ accounts: ${before}\n`);
	const back = new DatabaseSync(join(target, "sobesednik.db"));
	const tables = back.prepare("select name from kysely_migration order by name desc limit 1").all();
	expect(tables).toEqual([{ name: "0009-letters-by-recipient" }]);
	back.close();
});

test("nothing is updated without a copy where the tables are not found; an empty database has nothing to copy", async () => {
	const { url, remove } = await emptyPostgres();
	onTestFinished(remove);
	const own = `${url}?options=-c%20search_path%3Dours`;
	const copyOf = (DATABASE_URL: string) =>
		backup({ DATA_DIR: join(folder, "own schema"), DATABASE_URL }, "--before-update");
	expect(await copyOf(url)).toMatchObject({ code: 0, out: expect.stringContaining("База пуста") });
	const admin = await openDatabase(url);
	onTestFinished(() => admin.destroy());
	await sql`create schema ours`.execute(admin);
	const db = await openDatabase(own);
	await migrate(db);
	await db.destroy();
	expect(await copyOf(url)).toMatchObject({ code: 1, err: expect.stringContaining("в схеме «ours»") });
	await sql`alter table ours.kysely_migration rename to lost`.execute(admin);
	expect(await copyOf(own)).toMatchObject({ code: 1, err: expect.stringContaining("DATABASE_URL") });
	await sql`alter table ours.lost rename to kysely_migration`.execute(admin);
	expect(await copyOf(own)).toMatchObject({ code: 0, out: expect.stringContaining("Копия готова") });
});

test("a restore that is killed leaves no database, and the next one works; a killed backup leaves no copy", async () => {
	const dataDir = join(folder, "large");
	const db = await openDatabase(`sqlite:${join(dataDir, "sobesednik.db")}`);
	await migrate(db);
	await giveHistory(db, await somebody(db), { conversations: 20_000, text: "Ответ ".repeat(40) });
	await db.destroy();
	const copy = join(folder, "large copy");
	expect(await killAt(["backup", copy], { DATA_DIR: dataDir }, folder, ".part")).toBe("SIGKILL");
	expect(existsSync(copy)).toBe(false);
	expect(await backup({ DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
	const target = join(folder, "killed");
	const unfinished = "sobesednik.db.restoring";
	// Of a database that was moved away.
	const old = join(target, "files", "ab", "old");
	mkdirSync(join(target, "files", "ab"), { recursive: true });
	writeFileSync(old, "bytes");
	expect(await killAt(["restore", copy], { DATA_DIR: target }, target, unfinished)).toBe("SIGKILL");
	expect(readdirSync(target)).not.toContain("sobesednik.db");
	expect(existsSync(old)).toBe(true);
	const restored = await restore({ DATA_DIR: target }, copy);
	expect(restored).toMatchObject({ code: 0 });
	expect(existsSync(join(target, unfinished))).toBe(false);
	const [, putAside = ""] = /Прежние файлы лежат в (\S+):/.exec(restored.out) ?? [];
	expect(readFileSync(join(putAside, "files", "ab", "old"), "utf8")).toBe("bytes");
	expect(readdirSync(target)).not.toContain("restoring");
});

test("nothing is restored or moved to where a killed server's log waits for its database", async () => {
	const dataDir = join(folder, "small");
	const db = await openDatabase(`sqlite:${join(dataDir, "sobesednik.db")}`);
	await migrate(db);
	await db.destroy();
	const copy = join(folder, "small copy");
	expect(await backup({ DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
	const target = join(folder, "of a killed server");
	mkdirSync(target);
	const left = join(target, "sobesednik.db-wal");
	const killed = new DatabaseSync(join(folder, "moved away.db"));
	killed.exec("pragma journal_mode = wal; create table old (x); insert into old values (1)");
	copyFileSync(join(folder, "moved away.db-wal"), left);
	killed.close();
	const refused = { code: 1, err: expect.stringContaining(`${left}: уберите его`) };
	expect(await restore({ DATA_DIR: target }, copy)).toMatchObject(refused);
	const to = `sqlite:${join(target, "sobesednik.db")}`;
	expect(await move({ DATA_DIR: dataDir }, to)).toMatchObject(refused);
	expect(existsSync(join(target, "sobesednik.db"))).toBe(false);
	expect(existsSync(left)).toBe(true);
	rmSync(left);
	expect(await restore({ DATA_DIR: target }, copy)).toMatchObject({ code: 0, err: "" });
});

/** Kills a command once it has made a file whose name ends so. @returns the signal it ended by */
async function killAt(
	args: string[],
	env: Record<string, string>,
	inFolder: string,
	end: string,
): Promise<string | null> {
	const [command, ...rest] = args;
	const child = spawn(process.execPath, ["--import", STAND_STILL, `bin/${command}/run.ts`, ...rest], {
		env: { PATH: process.env.PATH, ...env, STAND_STILL_IN: inFolder, STAND_STILL_AT: end },
		stdio: "ignore",
	});
	const isThere = () => readdirSync(inFolder).some((name) => name.endsWith(end));
	const timer = setInterval(() => isThere() && child.kill("SIGKILL"), 1);
	const [, signal] = await once(child, "exit");
	clearInterval(timer);
	return signal;
}
