import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LeaseLost } from "../../../app/chat/answers/log/answer-log.server.ts";
import { deleteConversation } from "../../../app/chat/conversations/delete-conversation.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { NOON, someoneWith } from "./worker-dependencies.ts";

/** A worker that writes into a conversation that is being deleted may have lost its lease. */
function isLostLease(error: unknown): void {
	if (!(error instanceof LeaseLost) && !/somebody else holds the lease/.test(String(error))) throw error;
}

describe("what happens at the same moment", () => {
	eachDatabase((openTestDb) => {
		test("a question and the end of the answer before it do not wait for each other for ever", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 100);
			const { conversationId, answerId } = await one.asked();
			let last = answerId;
			for (let i = 0; i < 25; i++) {
				const [ended, next] = await Promise.all([
					one.write(last, "Ответ", { state: "done", finish: "stop" }),
					one.ask("Дальше", conversationId),
				]);
				expect(ended).toBe(true);
				expect(["asked", "busy"]).toContain(next.outcome);
				last = next.outcome === "asked" ? next.answerId : (await one.asked(conversationId)).answerId;
			}
			expect(await one.counts()).toEqual({ used: 25, reserved: 1, left: 74 });
			await expectBooksToBalance(db, one.me);
		});

		test("a conversation is deleted while it is asked in and its answer ends: nothing stays reserved", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 100);
			for (let i = 0; i < 15; i++) {
				const { conversationId, answerId } = await one.asked();
				const ends = one.write(answerId, "Ответ", { state: "done", finish: "stop" }).catch(isLostLease);
				const [next] = await Promise.all([
					one.ask("Дальше", conversationId),
					ends,
					deleteConversation(db, one.me, conversationId, NOON),
				]);
				if (next.outcome === "asked") await deleteConversation(db, one.me, next.conversationId, NOON);
			}
			expect((await one.counts()).reserved).toBe(0);
			await expectBooksToBalance(db, one.me);
		});

		test("a conversation is deleted while an answer of it is continued or written anew: nothing stays reserved", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 100);
			for (let i = 0; i < 30; i++) {
				const { conversationId, answerId } = await one.asked();
				await one.write(answerId, "Начало", { state: "stopped" });
				await Promise.all([
					i % 2
						? continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms)
						: regenerateAnswer(db, one.me, answerId, randomUUID(), "test-model", NOON, one.terms),
					deleteConversation(db, one.me, conversationId, NOON),
				]);
			}
			expect((await one.counts()).reserved).toBe(0);
			await expectBooksToBalance(db, one.me);
		});

		test("check 57: one message left, twenty questions at once: one is taken, and it is charged once", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 1);
			const asked = await Promise.all(Array.from({ length: 20 }, () => one.ask()));
			const taken = asked.filter(({ outcome }) => outcome === "asked");
			expect(taken).toHaveLength(1);
			expect(asked.filter(({ outcome }) => outcome === "exhausted")).toHaveLength(19);
			expect(await one.counts()).toEqual({ used: 0, reserved: 1, left: 0 });
			for (const table of ["conversations", "prompts", "answers"] as const)
				expect(await db.selectFrom(table).select("id").execute()).toHaveLength(1);
			await expectBooksToBalance(db, one.me);
		});

		test("check 57: one message left, twenty times another version and another continuation of old answers", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 5);
			const old: string[] = [];
			for (let i = 0; i < 4; i++) {
				const { answerId } = await one.asked();
				await one.write(answerId, "Начало", { state: "stopped" });
				old.push(answerId);
			}
			const outcomes = await Promise.all(
				Array.from({ length: 20 }, (_, i) => {
					const answerId = old[i % old.length] ?? "";
					const attempt = randomUUID();
					return i % 2
						? continueAnswer(db, one.me, answerId, attempt, NOON, one.terms)
						: regenerateAnswer(db, one.me, answerId, attempt, "test-model", NOON, one.terms);
				}),
			);
			expect(outcomes.filter(({ outcome }) => outcome === "asked")).toHaveLength(1);
			expect(await one.counts()).toEqual({ used: 4, reserved: 1, left: 0 });
			await expectBooksToBalance(db, one.me);
		});
	});
});
