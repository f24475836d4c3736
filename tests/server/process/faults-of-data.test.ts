import { execFileSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const HTML = { Accept: "text/html" };

async function start(env: Record<string, string> = {}) {
	return (await startWithModel(env)).instance;
}

async function startWithModel(env: Record<string, string>) {
	const model = await startFakeModel();
	onTestFinished(() => model.stop());
	const instance = await startInstance({
		env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", ...env },
	});
	onTestFinished(() => void instance.stop());
	return { instance, model };
}

/** A question with an id, so that sending it again is harmless. */
function questionOf(person: Person) {
	const form = { intent: "ask", promptId: crypto.randomUUID(), conversationId: "", text: "Что такое чай?" };
	const headers = { ...HTML, Origin: person.url };
	return async () => {
		const answer = await person.fetch("/chat", { method: "POST", body: new URLSearchParams(form), headers });
		return { status: answer.status, page: await answer.text() };
	};
}

const INTERRUPTED = { status: 503, page: expect.stringContaining("Сервис ненадолго прервался") };

/** Each of the questions has one answer, is charged once, and nothing of the log is a surprise to us. */
async function expectAnsweredOnce(instance: Instance, questions: number) {
	const db = await openDatabase(instance.databaseUrl);
	onTestFinished(() => db.destroy());
	const states = async () =>
		(await db.selectFrom("answers").select("state").execute()).map(({ state }) => state);
	await expect.poll(states).toEqual(Array(questions).fill("done"));
	const kinds = await db
		.selectFrom("ledger")
		.select("kind")
		.where("kind", "in", ["settle", "return"])
		.execute();
	expect(kinds.map(({ kind }) => kind)).toEqual(Array(questions).fill("settle"));
	const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
	await expectBooksToBalance(db, id);
	expect(instance.process.exitCode).toBeNull();
	expect(instance.logs()).not.toContain("Непредвиденная ошибка");
}

test("the database's file is locked by another program: pages are read, a question is refused plainly and taken later, once", async () => {
	const instance = await start();
	const anna = await new Person(instance).register();
	const other = new DatabaseSync(instance.databaseUrl.replace("sqlite:", ""));
	other.exec("begin immediate");
	const ask = questionOf(anna);
	const refused = ask();
	// Readers wait for no writer.
	expect((await anna.fetch("/chat", { headers: HTML })).status).toBe(200);
	expect(await refused).toEqual(INTERRUPTED);
	other.exec("rollback");
	other.close();
	expect((await ask()).status).toBe(303);
	expect((await ask()).status).toBe(303);
	await expectAnsweredOnce(instance, 1);
});

// The kernel refuses each write beyond a size of file: to SQLite as good as a disk that takes nothing.
test.runIf(process.platform === "linux")(
	"the disk takes nothing any more: pages are read, a question is refused plainly and taken when there is room, once",
	async () => {
		const instance = await start();
		const anna = await new Person(instance).register();
		const limitFiles = (bytes: string) =>
			execFileSync("prlimit", ["--pid", String(instance.process.pid), `--fsize=${bytes}:`]);
		limitFiles("1");
		const ask = questionOf(anna);
		expect(await ask()).toEqual(INTERRUPTED);
		expect((await anna.fetch("/chat", { headers: HTML })).status).toBe(200);
		const health = await fetch(`${instance.url}/health`);
		expect([health.status, await health.json()]).toEqual([
			503,
			expect.objectContaining({ database: "disk" }),
		]);
		limitFiles("unlimited");
		expect((await ask()).status).toBe(303);
		expect((await ask()).status).toBe(303);
		await expectAnsweredOnce(instance, 1);
		await expect.poll(async () => (await fetch(`${instance.url}/health`)).status).toBe(200);
	},
);

test("all connections to PostgreSQL are taken: who waits too long is told plainly, nobody's question is lost or doubled, and a live answer goes on", async () => {
	const postgres = await emptyPostgres();
	onTestFinished(() => postgres.remove());
	const { instance, model } = await startWithModel({ DATABASE_URL: postgres.url });
	const people = [];
	for (let i = 0; i < 15; i++) people.push(await new Person(instance).register());
	const { promise: taken, resolve: goOn } = Promise.withResolvers<void>();
	model.script(async (reply) => {
		await reply.stream("Начало. ");
		await taken;
		await reply.stream("Продолжение.");
		reply.finish();
	});
	const reader = await new Person(instance).register();
	const { answerId } = await reader.ask("Что такое кофе?");
	const other = new pg.Client(postgres.url);
	await other.connect();
	const logged = async () => {
		const { rows } = await other.query("select body from answer_log where answer_id = $1 order by seq", [
			answerId,
		]);
		return rows.map(({ body }) => body).join("");
	};
	await expect.poll(logged).toBe("Начало. ");
	await other.query("begin; lock table prompts in access exclusive mode");
	const questions = people.map(questionOf);
	const waiting = questions.map((ask) => ask());
	// More than there are connections: those beyond wait for one, and then no longer.
	const refused = await Promise.any(waiting);
	expect(refused).toEqual(INTERRUPTED);
	goOn();
	await expect.poll(logged).toBe("Начало. Продолжение.");
	// A database that stands still for a moment is away until it has replied.
	await expect.poll(async () => (await fetch(`${instance.url}/health`)).status).toBe(200);
	await other.query("rollback");
	await other.end();
	for (const { status } of await Promise.all(waiting)) expect([303, 503]).toContain(status);
	for (const ask of questions) expect((await ask()).status).toBe(303);
	await expectAnsweredOnce(instance, people.length + 1);
	expect(model.requests).toHaveLength(people.length + 1);
});
