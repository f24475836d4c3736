import { expect, test } from "vitest";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { daily } from "../answers/worker-dependencies.ts";
import { question, somebody } from "../people.ts";

const NOW = Date.parse("2026-11-23T09:00:00Z");
const terms = daily(30);
const LIMIT = 3;

eachDatabase((openTestDb) => {
	test("of many people who ask two servers at once, only as many get in as there is room", async () => {
		const first = await openTestDb();
		const second = await openDatabase(urlOf(first));
		const people = await Promise.all(Array.from({ length: 12 }, () => somebody(first)));
		const outcomes = await Promise.all(
			people.map(async (me, i) => {
				const db = i % 2 === 0 ? first : second;
				return (await ask(db, me, question("Привет"), NOW, terms, LIMIT)).outcome;
			}),
		);
		expect(outcomes.filter((outcome) => outcome === "asked")).toHaveLength(LIMIT);
		expect(outcomes.filter((outcome) => outcome === "full")).toHaveLength(people.length - LIMIT);
		// Nothing of those who did not get in is kept or charged.
		expect(await first.selectFrom("prompts").select("id").execute()).toHaveLength(LIMIT);
		expect(
			await first.selectFrom("ledger").select("id").where("kind", "=", "reserve").execute(),
		).toHaveLength(LIMIT);
		await second.destroy();
	});

	test("an answer that ends makes room; another version and the rest of an answer count too", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const asked = await ask(db, me, question("Привет"), NOW, terms, 1);
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		const other = await somebody(db);
		expect(await ask(db, other, question("И мне"), NOW, terms, 1)).toEqual({ outcome: "full" });
		await db.updateTable("answers").set({ state: "stopped", text: "Начало" }).execute();
		expect((await ask(db, other, question("И мне"), NOW, terms, 1)).outcome).toBe("asked");
		const { answerId } = asked;
		expect(await continueAnswer(db, me, answerId, "attempt-1", NOW, terms, () => true, 1)).toEqual({
			outcome: "full",
		});
		expect(await regenerateAnswer(db, me, answerId, "attempt-2", "test-model", NOW, terms, null, 1)).toEqual({
			outcome: "full",
		});
	});
});
