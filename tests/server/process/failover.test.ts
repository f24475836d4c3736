import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { startPostgresPair } from "../../support/database/postgres-cluster.ts";
import { openWay, type Way } from "../../support/database/way.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { recital } from "../../support/fakes/fake-model-text.ts";
import { startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { plansFile } from "../../support/plans-file.ts";

const HTML = { headers: { Accept: "text/html" } };

/** Sends one question until it is taken, as somebody does who is told to try again; each try has the same id. */
async function askUntilTaken(person: Person, text: string): Promise<string> {
	const question = { intent: "ask", promptId: crypto.randomUUID(), conversationId: "", text };
	for (;;) {
		const { status } = await person.post("/chat", question);
		if (status === 303) return question.promptId;
		// 429: the answers before this one have not ended yet.
		expect([429, 503]).toContain(status);
		await wait(200);
	}
}

const losses: [string, (way: Way) => void][] = [
	["breaks its connections", (way) => way.cut()],
	["vanishes without a word", (way) => way.freeze()],
];

test.each(losses)(
	"PostgreSQL fails over to a standby under load, and the primary %s: nothing is lost or done twice",
	async (how, lose) => {
		const model = await startFakeModel();
		onTestFinished(() => model.stop());
		const pair = await startPostgresPair();
		onTestFinished(() => pair.stop());
		const way = await openWay(pair.primaryPort);
		onTestFinished(() => way.close());
		const url = `postgres://test@127.0.0.1:${way.port}/postgres`;
		const env = {
			...{ DATABASE_URL: url, MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
			// The load goes on for as long as the failover takes, and the usual free plan has 30 messages a day.
			PLANS_FILE: plansFile({ quota: { messages: 1_000, everyDays: 1 } }),
		};
		const instance = await startInstance({ env });
		onTestFinished(() => void instance.stop());
		const [anna, boris] = [await new Person(instance).register(), await new Person(instance).register()];
		const numbers = [1, 2, 3];
		for (const number of numbers) await anna.ask(`сценарий:recite:${number},20`);
		let isOver = false;
		const load = (async () => {
			const taken: string[] = [];
			while (!isOver) taken.push(await askUntilTaken(boris, "Что такое чай?"));
			return taken;
		})();

		lose(way);
		await pair.losePrimary();
		if (how === "breaks its connections") {
			const page = await anna.fetch("/chat", HTML);
			expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("ненадолго прервался")]);
		}
		// Until it is promoted, the standby is read and takes no writes.
		way.restore(pair.standbyPort);
		const login = { email: anna.email, password: anna.password };
		expect((await new Person(instance).post("/login", login)).status).toBe(503);
		await pair.promote();
		await expect.poll(async () => (await anna.fetch("/chat", HTML)).status).toBe(200);
		const afterwards = await askUntilTaken(anna, "Ещё вопрос");
		isOver = true;
		const taken = [...(await load), afterwards];

		const db = await openDatabase(`postgres://test@127.0.0.1:${pair.standbyPort}/postgres`);
		onTestFinished(() => db.destroy());
		const answers = () => db.selectFrom("answers").select(["prompt_id", "text", "state"]).execute();
		await expect.poll(async () => (await answers()).filter(({ state }) => state === "writing")).toEqual([]);
		const ended = await answers();
		expect(ended.map(({ state }) => state)).toEqual(ended.map(() => "done"));
		expect(ended.length).toBe(numbers.length + taken.length);
		expect(ended.map(({ prompt_id }) => prompt_id)).toEqual(expect.arrayContaining(taken));
		expect(ended.map(({ text }) => text)).toEqual(
			expect.arrayContaining(numbers.map((number) => recital(number))),
		);
		const kinds = await db
			.selectFrom("ledger")
			.select("kind")
			.where("kind", "in", ["settle", "return"])
			.execute();
		expect(kinds.map(({ kind }) => kind)).toEqual(ended.map(() => "settle"));
		for (const { id } of await db.selectFrom("accounts").select("id").execute())
			await expectBooksToBalance(db, id);
		expect(instance.process.exitCode).toBeNull();
		expect(instance.logs()).not.toContain("Непредвиденная ошибка");
	},
);
