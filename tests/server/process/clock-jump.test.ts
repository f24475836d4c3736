import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { recital } from "../../support/fakes/fake-model-text.ts";
import { startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const HOUR = 3_600_000;
const JUMPS = [HOUR, -HOUR, 24 * HOUR, -24 * HOUR];
const CLOCK = pathToFileURL(join(import.meta.dirname, "../../support/wrong-clock.mjs")).href;

test.each(["SQLite", "PostgreSQL"])(
	"on %s the clock jumps by an hour and a day, forward and back: answers, sessions and e-mails go on, once",
	async (kind) => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-clock-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const model = await startFakeModel();
		onTestFinished(() => model.stop());
		const clock = join(folder, "clock");
		let offMs = 0;
		const setClock = async (ms: number) => {
			offMs = ms;
			writeFileSync(clock, String(ms));
			await wait(100);
		};
		await setClock(0);
		const postgres = kind === "SQLite" ? undefined : await emptyPostgres();
		const dataDir = join(folder, "data");
		const instance = await startInstance({
			env: {
				...{ DATA_DIR: dataDir, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FILE: clock },
				...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
				...(postgres ? { DATABASE_URL: postgres.url } : {}),
			},
		});
		onTestFinished(async () => {
			await instance.stop();
			await postgres?.remove();
		});
		const db = await openDatabase(instance.databaseUrl);
		onTestFinished(() => db.destroy());
		const anna = await new Person(instance).register();
		const states = async () =>
			(await db.selectFrom("answers").select("state").execute()).map(({ state }) => state);

		for (const [i, jump] of JUMPS.entries()) {
			// An answer is being written, and the limit of sign-ins is used up, when the clock jumps.
			await anna.ask(`сценарий:recite:${i + 1},30`);
			const guess = { email: anna.email, password: "не тот пароль" };
			for (let n = 0; n < 5; n++) await new Person(instance).post("/login", guess);
			await setClock(offMs + jump);
			// The session holds, and a right password is not kept out for longer than the limit says.
			expect((await anna.fetch("/chat")).status).toBe(200);
			const returned = new Person(instance, anna.email);
			expect((await returned.post("/login", { email: anna.email, password: anna.password })).status).toBe(
				303,
			);
			// Who registers has an e-mail, and confirms.
			await new Person(instance).register();
			await expect.poll(states).toEqual(Array(2 * i + 1).fill("done"));
			// The next question is taken and answered.
			await anna.ask("Что такое чай?");
			await expect.poll(states).toEqual(Array(2 * i + 2).fill("done"));
		}

		const answers = await db.selectFrom("answers").select(["text", "attempts"]).execute();
		for (const [i] of JUMPS.entries())
			expect(answers.filter(({ text }) => text === recital(i + 1))).toEqual([
				expect.objectContaining({ attempts: 1 }),
			]);
		const ledger = await db
			.selectFrom("ledger")
			.select("kind")
			.where("kind", "in", ["settle", "return"])
			.execute();
		expect(ledger.map(({ kind }) => kind)).toEqual(answers.map(() => "settle"));
		for (const { id } of await db.selectFrom("accounts").select("id").execute())
			await expectBooksToBalance(db, id);
		// Each e-mail left once.
		await expect
			.poll(async () => db.selectFrom("letters").select("id").where("state", "=", "waiting").execute())
			.toEqual([]);
		const letters = await db.selectFrom("letters").select("id").execute();
		expect(readdirSync(join(dataDir, "outbox")).length).toBe(letters.length);
		expect(instance.logs()).not.toContain("Непредвиденная ошибка");
	},
);
