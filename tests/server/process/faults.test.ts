import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { knownSchema } from "../../../app/platform/db/migrate.server.ts";
import { SERVER, SERVER_SETTINGS } from "../../../bin/server-process.mjs";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { startPostgres } from "../../support/database/postgres-cluster.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { recital } from "../../support/fakes/fake-model-text.ts";
import { freePort, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const STAND_STILL = new URL("../../backup/stand-still.mjs", import.meta.url).href;

function folder() {
	const path = mkdtempSync(join(tmpdir(), "sobesednik-faults-"));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

test("PostgreSQL is lost and comes back under load: no answer is lost or charged twice, and people are told plainly", async () => {
	const model = await startFakeModel();
	onTestFinished(() => model.stop());
	const postgres = await startPostgres({ durable: true });
	onTestFinished(() => postgres.stop());
	const url = postgres.urlOf("postgres");
	const env = { DATABASE_URL: url, MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" };
	const instance = await startInstance({ env });
	onTestFinished(() => void instance.stop());
	const anna = await new Person(instance).register();
	const numbers = [1, 2, 3];
	const asked = [];
	for (const number of numbers) asked.push(await anna.ask(`сценарий:recite:${number},20`));
	const question = {
		...{ intent: "ask", promptId: crypto.randomUUID(), conversationId: asked[0]?.conversationId ?? "" },
		text: "Ещё вопрос",
	};
	await postgres.crash(async () => {
		expect((await fetch(`${instance.url}/health`)).status).toBe(503);
		const page = await anna.fetch("/chat", { headers: { Accept: "text/html" } });
		expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("ненадолго прервался")]);
		expect((await anna.post("/chat", question)).status).toBe(503);
	});
	await expect.poll(async () => (await fetch(`${instance.url}/health`)).status).toBe(200);
	const db = await openDatabase(url);
	onTestFinished(() => db.destroy());
	const ended = async () =>
		db.selectFrom("answers").select(["text", "state"]).where("state", "<>", "writing").execute();
	await expect.poll(async () => (await ended()).length).toBe(3);
	expect((await ended()).map(({ text, state }) => [state, text]).toSorted()).toEqual(
		numbers.map((number) => ["done", recital(number)]).toSorted(),
	);
	// What was refused has left nothing, and is taken now.
	expect((await anna.post("/chat", question)).status).toBe(303);
	await expect.poll(async () => (await ended()).length).toBe(4);
	const ledger = await db
		.selectFrom("ledger")
		.select("kind")
		.where("kind", "in", ["settle", "return"])
		.execute();
	expect(ledger.map(({ kind }) => kind)).toEqual(Array(4).fill("settle"));
	const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
	await expectBooksToBalance(db, id);
	expect(instance.process.exitCode).toBeNull();
});

test("killed while people register: whoever was told to look into the mail has an e-mail, and can confirm", async () => {
	const dataDir = folder();
	const env = { DATA_DIR: dataDir };
	let instance = await startInstance({ env });
	const told: Person[] = [];
	for (let round = 0; round < 3; round++) {
		const people = Array.from({ length: 6 }, () => new Person(instance));
		const forms = people.map(async (person) => {
			const consents = { consentOffer: "on", consentPersonalData: "on" };
			const form = { email: person.email, password: person.password, ...consents };
			const answer = await person.post("/registration", form).catch(() => null);
			if (answer?.headers.get("Location")?.startsWith("/registration/success")) told.push(person);
		});
		await Promise.race(forms.slice(0, round + 1));
		await instance.stop("SIGKILL");
		await Promise.all(forms);
		instance = await startInstance({ env: { ...env, PORT: String(instance.port) } });
	}
	onTestFinished(() => void instance.stop());
	expect(told.length).toBeGreaterThan(0);
	const outbox = join(dataDir, "outbox");
	const emails = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
	const db = await openDatabase(`sqlite:${join(dataDir, "sobesednik.db")}`);
	onTestFinished(() => db.destroy());
	const pending = await db.selectFrom("pending_registrations").select("email").execute();
	for (const { email } of pending)
		await expect.poll(() => emails().some((text) => text.includes(`To: ${email}`))).toBe(true);
	for (const person of told) {
		const email = emails().find((text) => text.includes(`To: ${person.email}`)) ?? "";
		const token =
			/\/verify-mail\?token=([\w-]+)/.exec(email.replace(/=\r\n/g, "").replaceAll("=3D", "="))?.[1] ?? "";
		expect((await person.post("/verify-mail", { token })).status).toBe(303);
		expect((await person.fetch("/chat")).status).toBe(200);
	}
});

test("killed in the middle of an update of the schema: the next start finds all data and updates them", async () => {
	const dataDir = folder();
	mkdirSync(dataDir, { recursive: true });
	const fixture = (name: string) =>
		readFileSync(join(import.meta.dirname, "../../platform/db/migrations/fixtures/cf0da4b", name), "utf8");
	const file = join(dataDir, "sobesednik.db");
	const old = new DatabaseSync(file);
	old.exec(`begin; ${fixture("schema.sqlite.sql")} ${fixture("data.sql")} commit;`);
	const count = (database: DatabaseSync, table: string) =>
		Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
	// Not the conversations: one of the fixture is to be erased, which the server does meanwhile.
	const before = ["accounts", "purchases", "consents"].map((table) => [table, count(old, table)] as const);
	old.close();
	const copies = () => readdirSync(dataDir).includes("backups") && readdirSync(join(dataDir, "backups"));
	// While the copy is made, which takes a moment only, and once it stands and the schema is changed.
	await killWhen(dataDir, () => (copies() || []).some((name) => name.endsWith(".part")), {
		NODE_OPTIONS: `--import=${STAND_STILL}`,
		STAND_STILL_IN: join(dataDir, "backups"),
		STAND_STILL_AT: ".part",
	});
	await killWhen(dataDir, () => (copies() || []).some((name) => name.endsWith(".backup")));
	const instance = await startInstance({ env: { DATA_DIR: dataDir } });
	const health = await (await fetch(`${instance.url}/health`)).json();
	expect(health).toMatchObject({ status: "ok", schema: knownSchema() });
	await instance.stop();
	const after = new DatabaseSync(file);
	for (const [table, rows] of before) expect([table, count(after, table)]).toEqual([table, rows]);
	after.close();
});

/** Starts a server on a folder and kills it as soon as something is so; it may have been quicker. */
async function killWhen(dataDir: string, isSo: () => boolean, more = {}): Promise<void> {
	const child = spawn(process.execPath, SERVER, {
		env: {
			...{ PATH: process.env.PATH, ...SERVER_SETTINGS, NODE_ENV: "production", MODEL_AUTODETECT: "0" },
			...{ DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: "silent", ...more },
		},
		stdio: "ignore",
	});
	const timer = setInterval(() => isSo() && child.kill("SIGKILL"), 1);
	await once(child, "exit");
	clearInterval(timer);
}
