import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { AnswerEnd } from "../../../app/chat/answers/answer-end.ts";
import { deleteConversation } from "../../../app/chat/conversations/delete-conversation.server.ts";
import { throttleModelCall } from "../../../app/chat/prompts/model-call-throttle.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { NOON, someoneWith } from "../answers/worker-dependencies.ts";
import { somebody } from "../people.ts";

const stopped: AnswerEnd = { state: "stopped" };
const MINUTE = 60_000;

/** How many of so many calls at once may be made. */
async function letThrough(db: Db, accountId: string, tries: number, now: number): Promise<number> {
	let passed = 0;
	for (let i = 0; i < tries; i++) if (!(await throttleModelCall(db, accountId, undefined, now))) passed++;
	return passed;
}

eachDatabase((openTestDb) => {
	test("twenty calls at once, then one in three seconds, for each account by itself", async () => {
		const db = await openTestDb();
		const [me, another] = [await somebody(db), await somebody(db)];
		expect(await letThrough(db, me, 30, NOON)).toBe(20);
		expect(await throttleModelCall(db, me, undefined, NOON)).toEqual({ problem: "too-fast", seconds: 3 });
		expect(await letThrough(db, me, 30, NOON + 30_000)).toBe(10);
		expect(await letThrough(db, another, 1, NOON)).toBe(1);
	});

	test("what was taken already is let through however fast it comes again, and nobody else's", async () => {
		const db = await openTestDb();
		const one = await someoneWith(db, 10);
		const { answerId } = await one.asked();
		const attempt = randomUUID();
		await one.write(answerId, "Ответ", { state: "done", finish: "stop" });
		await regenerateAnswer(db, one.me, answerId, attempt, "test-model", NOON, one.terms);
		await letThrough(db, one.me, 30, NOON);
		expect(await throttleModelCall(db, one.me, attempt, NOON)).toBeUndefined();
		expect(await throttleModelCall(db, one.me, randomUUID(), NOON)).toMatchObject({ problem: "too-fast" });
		const another = await somebody(db);
		await letThrough(db, another, 30, NOON);
		expect(await throttleModelCall(db, another, attempt, NOON)).toMatchObject({ problem: "too-fast" });
	});

	/** Asks so often, an hour apart in the pace and at one moment for what is unpaid, and counts what was let through. */
	async function cycles(db: Db, one: Awaited<ReturnType<typeof someoneWith>>, end: Cycle, times = 40) {
		let begun = 0;
		for (let i = 0; i < times; i++) {
			// The pace of all calls is not what is looked at.
			await db.deleteFrom("throttles").where("key", "like", "ask %").execute();
			if (await throttleModelCall(db, one.me, undefined, NOON)) continue;
			begun++;
			await end(await one.asked());
		}
		return begun;
	}
	type Cycle = (asked: { answerId: string; conversationId: string }) => Promise<unknown>;

	test.each<[string, (one: Awaited<ReturnType<typeof someoneWith>>, db: Db) => Cycle]>([
		[
			"stopped before the first word",
			(one) =>
				({ answerId }) =>
					one.write(answerId, "", stopped),
		],
		[
			"deleted before the first word",
			(one, db) =>
				({ conversationId }) =>
					deleteConversation(db, one.me, conversationId, NOON),
		],
		[
			"thought about and left empty",
			(one) =>
				({ answerId }) =>
					one.write(answerId, "", { state: "failed", failure: "empty" }, { reasoning: "Думаю" }),
		],
		[
			"filtered in mid-sentence",
			(one) =>
				({ answerId }) =>
					one.write(answerId, "Вот и почти весь отв", { state: "done", finish: "filtered" }),
		],
	])("answers that nobody paid are twenty at once, then one in five minutes: %s", async (_what, cycle) => {
		const db = await openTestDb();
		const one = await someoneWith(db, 10);
		expect(await cycles(db, one, cycle(one, db))).toBe(20);
		expect(await one.counts()).toEqual({ used: 0, reserved: 0, left: 10 });
		await db.deleteFrom("throttles").where("key", "like", "ask %").execute();
		const refused = await throttleModelCall(db, one.me, undefined, NOON);
		expect(refused).toEqual({ problem: "too-many-unpaid", seconds: 300 });
		expect(await throttleModelCall(db, one.me, undefined, NOON + 5 * MINUTE)).toBeUndefined();
	});

	test.each<[string, AnswerEnd]>([
		["unreachable", { state: "failed", failure: "unreachable" }],
		["empty", { state: "failed", failure: "empty" }],
	])("a model that does nothing is no fault of the person's: %s", async (_what, end) => {
		const db = await openTestDb();
		const one = await someoneWith(db, 10);
		expect(await cycles(db, one, ({ answerId }) => one.write(answerId, "", end))).toBe(40);
	});

	test("answers that are paid are bounded by the messages alone", async () => {
		const db = await openTestDb();
		const one = await someoneWith(db, 40);
		expect(await cycles(db, one, ({ answerId }) => one.write(answerId, "Слово", stopped))).toBe(40);
		expect(await one.counts()).toMatchObject({ used: 40 });
	});

	test("what breaks off again and again goes on for nothing twenty times at once, not for ever", async () => {
		const db = await openTestDb();
		const one = await someoneWith(db, 10);
		const { answerId } = await one.asked();
		await one.write(answerId, "Начало", { state: "interrupted", failure: "cut-off" });
		let begun = 0;
		for (let i = 0; i < 40; i++) {
			await db.deleteFrom("throttles").where("key", "like", "ask %").execute();
			if (await throttleModelCall(db, one.me, undefined, NOON)) continue;
			begun++;
			await continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms);
			await one.write(answerId, ", ещё немного", { state: "interrupted", failure: "cut-off" });
		}
		expect(begun).toBe(20);
		expect(await one.counts()).toMatchObject({ used: 1, reserved: 0 });
	});
});
