import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../../../../app/accounts/sessions/sessions.server.ts";
import { renderMarkdown } from "../../../../app/chat/markdown/tree/render.server.ts";
import { type Db, openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { expectBooksToBalance } from "../../../billing/ledger.ts";
import { somebody } from "../../../chat/people.ts";
import { AnswerReader } from "../../../support/answer-reader.ts";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import { extent } from "../../../support/extent.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import type { FakeQuestion } from "../../../support/fakes/fake-model-reply.ts";
import { recital } from "../../../support/fakes/fake-model-text.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";

/** A lease runs for six seconds and is looked for every two; a busy machine takes longer for the rest. */
const PATIENCE_MS = 180_000;

let model: FakeModel;
let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
	model = await startFakeModel();
});
afterEach(async () => {
	await db.destroy();
	await close();
});
afterAll(() => model.stop());

/** An answer, and somebody who reads it from whichever server there is. */
type Watched = {
	number: number;
	answerId: string;
	cookie: string;
	reader: AnswerReader;
	shown: string;
	connection: AbortController;
};

let asked = 0;
/** `count` answers of several people (one account has three at once), asked one after another. */
async function askMany(server: Instance, count: number): Promise<Watched[]> {
	const watched: Watched[] = [];
	let cookie = "";
	for (let i = 0; i < count; i++) {
		if (i % 3 === 0) cookie = `s=${await signedIn()}`;
		const number = ++asked;
		const fields = { intent: "ask", promptId: crypto.randomUUID(), text: `сценарий:recite:${number}` };
		const response = await fetch(`${server.url}/chat`, {
			method: "POST",
			redirect: "manual",
			headers: { Cookie: cookie, Origin: server.url },
			body: new URLSearchParams(fields),
		});
		expect(response.status).toBe(303);
		const { id } = await db
			.selectFrom("answers")
			.select("id")
			.where("prompt_id", "=", fields.promptId)
			.executeTakeFirstOrThrow();
		const one = {
			number,
			answerId: id,
			cookie,
			reader: new AnswerReader(),
			shown: "",
			connection: new AbortController(),
		};
		watched.push(one);
		void watch(server, one);
	}
	return watched;
}

/** Goes on reading where the reader was, until the answer or the server ends. What was shown must stay as it was. */
async function watch(server: Instance, one: Watched): Promise<void> {
	const { reader } = one;
	// A browser has one connection: the one to a frozen server is still open.
	one.connection.abort();
	one.connection = new AbortController();
	reader.reconnect();
	try {
		const response = await fetch(`${server.url}/chat/events?answer=${one.answerId}`, {
			headers: { Cookie: one.cookie, "Last-Event-ID": String(reader.cursor) },
			signal: one.connection.signal,
		});
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			reader.receive(chunk);
			if (!reader.text.startsWith(one.shown)) throw new Error(`«${one.shown}» became «${reader.text}»`);
			one.shown = reader.text;
		}
	} catch (error) {
		// The server was killed, or left for another.
		if (!(error instanceof TypeError || (error as Error).name === "AbortError")) throw error;
	}
}

async function signedIn(): Promise<string> {
	const me = await somebody(db);
	return openSession(db, me, { ip: "127.0.0.1", userAgent: "" }, null, Date.now());
}

/** Every answer is there, whole; what had been shown of it stayed; and the model was asked once, and to go on. */
async function expectWhole(watched: Watched[], server: Instance, withinMs: number) {
	const ids = watched.map(({ answerId }) => answerId);
	const until = Date.now() + withinMs;
	let unfinished = ids.length;
	while (unfinished > 0 && Date.now() < until) {
		await wait(100);
		const rows = await db
			.selectFrom("answers")
			.select("id")
			.where("id", "in", ids)
			.where("state", "=", "writing")
			.execute();
		unfinished = rows.length;
	}
	const answers = await db.selectFrom("answers").selectAll().where("id", "in", ids).execute();
	let resumed = 0;
	for (const one of watched) {
		const answer = answers.find(({ id }) => id === one.answerId);
		expect([answer?.state, answer?.failure, answer?.text]).toEqual(["done", null, recital(one.number)]);
		await watch(server, one);
		expect(one.reader.state).toBe("done");
		expect(one.reader.blocks).toEqual(renderMarkdown(recital(one.number)));
		const calls = model.requests.filter(({ messages }) => names(messages, one.number));
		const anew = calls.filter(({ messages }) => messages.length === 1);
		// Killed before anything was written down, a question is asked anew; afterwards never again.
		expect(anew.length).toBeLessThanOrEqual(2);
		if (anew.length === 2) expect(calls.length).toBe(2);
		// A worker may also die between taking the answer and asking.
		expect(calls.length).toBeLessThanOrEqual(answer?.attempts ?? 0);
		resumed += calls.length - anew.length;
	}
	for (const table of ["answer_log", "answer_log_tail"] as const)
		expect(await db.selectFrom(table).select("seq").execute()).toEqual([]);
	return resumed;
}

const names = (messages: FakeQuestion["messages"], number: number) =>
	messages[0]?.content === `сценарий:recite:${number}`;

/** Killed, frozen and taken up again, every answer has used one message. */
async function expectChargedOnce() {
	const answers = await db.selectFrom("answers").select("id").execute();
	for (const [kind, times] of [
		["reserve", answers.length],
		["settle", answers.length],
		["return", 0],
	] as const) {
		const rows = await db.selectFrom("ledger").select("id").where("kind", "=", kind).execute();
		expect([kind, rows.length]).toEqual([kind, times]);
	}
	const accounts = await db.selectFrom("allowances").select("account_id").execute();
	for (const { account_id } of accounts) await expectBooksToBalance(db, account_id);
}

/** Ten answers are killed in each on SQLite, twenty on PostgreSQL. */
const ROUNDS = { sqlite: extent(3, 10), postgres: extent(1, 4) };

describe("kill -9 at random moments, a hundred in the full run", () => {
	test("on SQLite, then start: every answer whole, no shown text changed, each asked and charged once", async () => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-kill-"));
		const start = (port?: number) =>
			startInstance({
				env: {
					MODEL_BASE_URL: model.url,
					MODELS: "test-model",
					MODEL_TITLES: "0",
					DATA_DIR: folder,
					LOG_LEVEL: "warn",
					...(port && { PORT: String(port) }),
				},
			});
		let server = await start();
		db = await openDatabase(`sqlite:${join(folder, "sobesednik.db")}`);
		close = async () => {
			await server.stop("SIGKILL");
			rmSync(folder, { recursive: true, force: true });
		};
		let resumed = 0;
		for (let round = 0; round < ROUNDS.sqlite; round++) {
			const watched = await askMany(server, 10);
			await wait(((round + Math.random()) / ROUNDS.sqlite) * 700);
			await server.stop("SIGKILL");
			server = await start(server.port);
			resumed += await expectWhole(watched, server, PATIENCE_MS);
		}
		// The kills did hit answers in their middle; how many of them depends on how busy the machine is.
		expect(resumed).toBeGreaterThan(ROUNDS.sqlite);
		await expectChargedOnce();
	});

	test("of two servers on PostgreSQL, without a restart: the same", async () => {
		const database = await emptyPostgres();
		const start = () =>
			startInstance({
				env: {
					DATABASE_URL: database.url,
					SESSION_SECRET: "one secret for both of the servers, as it should be",
					MODEL_BASE_URL: model.url,
					MODELS: "test-model",
					MODEL_TITLES: "0",
					LOG_LEVEL: "warn",
				},
			});
		const staying = await start();
		const servers: Instance[] = [staying];
		db = await openDatabase(database.url);
		close = async () => {
			for (const server of servers) await server.stop("SIGKILL");
			await database.remove();
		};
		let resumed = 0;
		for (let round = 0; round < ROUNDS.postgres; round++) {
			const dying = await start();
			servers.push(dying);
			const watched = await askMany(dying, 20);
			await wait(((round + Math.random()) / ROUNDS.postgres) * 500);
			await dying.stop("SIGKILL");
			resumed += await expectWhole(watched, staying, PATIENCE_MS);
		}
		expect(resumed).toBeGreaterThan(ROUNDS.postgres);

		// Frozen, not dead: nobody can know but by its silence, and when it wakes it must do no harm.
		const frozen = await start();
		servers.push(frozen);
		const watched = await askMany(frozen, 20);
		frozen.process.kill("SIGSTOP");
		await expectWhole(watched, staying, PATIENCE_MS);
		frozen.process.kill("SIGCONT");
		await wait(500);
		await expectWhole(watched, staying, PATIENCE_MS);
		await expectChargedOnce();
		expect(frozen.logs()).not.toContain("не записан");
	});
});
