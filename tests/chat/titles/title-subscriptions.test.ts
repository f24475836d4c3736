import { describe, expect, test } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { renameConversation } from "../../../app/chat/conversations/change-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import { TitleSubscriptions } from "../../../app/chat/titles/title-subscriptions.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";
import { LocalReader, until } from "../stream/local-reader.ts";

const fail = (error: unknown) => {
	throw error;
};

type Options = { names?: boolean; releaseMs?: number; onError?: (error: unknown) => void };

function server(db: Db, { names = true, releaseMs, onError = fail }: Options = {}) {
	const log = new AnswerLog(db);
	const streams = new AnswerStreams(db, log, fail);
	let kept = 0;
	const isNaming = () => {
		kept++;
		return names;
	};
	const watch = new TitleSubscriptions(db, log, streams, isNaming, onError, releaseMs);
	/** So many readers have been found to wait for a title: from then on it may come. */
	return { log, watch, kept: () => kept };
}

async function asked(db: Db, me: string, conversationId: string | null = null) {
	const result = await ask(db, me, question("Как заварить чай?", conversationId));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	return result;
}

async function answer(db: Db, log: AnswerLog, answerId: string, state: "done" | "stopped" = "done") {
	await claimLease(db, answerId, "me");
	const writer = log.openWriter(answerId, "me", 0);
	writer.append("text", "Воды не жалеть.");
	await writer.flush();
	await finishAnswer(db, log, answerId, "me", { state });
}

const name = (db: Db, id: string) =>
	db
		.updateTable("conversations")
		.set({ title: "Заварка чая", title_by: "model" })
		.where("id", "=", id)
		.execute();

describe("who waits for a title", () => {
	eachDatabase((openTestDb) => {
		test("and cannot be told keeps nobody else from being told", async () => {
			const db = await openTestDb();
			const errors: unknown[] = [];
			const { log, watch, kept } = server(db, { onError: (error) => errors.push(error) });
			const { answerId, conversationId } = await asked(db, await somebody(db));
			const broken = new LocalReader().join(watch, answerId);
			const well = new LocalReader().join(watch, answerId);
			await answer(db, log, answerId);
			await until(() => [broken, well].every(({ state }) => state === "done"));
			await until(() => kept() === 2);
			broken.take = () => {
				throw new Error("a broken stream");
			};
			await name(db, conversationId);
			await watch.notify(answerId);
			expect([well.title, well.closed, watch.count]).toEqual(["Заварка чая", true, 0]);
			expect(errors).toEqual([new Error("a broken stream")]);
		});

		test("is told after the end, with the id of the end, and is let go", async () => {
			const db = await openTestDb();
			const { log, watch, kept } = server(db);
			const { answerId, conversationId } = await asked(db, await somebody(db));
			const readers = [1, 2].map(() => new LocalReader().join(watch, answerId));
			await answer(db, log, answerId);
			await until(() => readers.every(({ state }) => state === "done"));
			await until(() => kept() === 2);
			expect(readers.map(({ closed, title }) => [closed, title])).toEqual(Array(2).fill([false, undefined]));
			await name(db, conversationId);
			await watch.notify(answerId);
			for (const { closed, batches } of readers) {
				expect(closed).toBe(true);
				const [end, title] = batches.flat().slice(-2);
				expect(end?.kind).toBe("end");
				expect(title).toEqual({ id: end?.id, kind: "title", data: { title: "Заварка чая" } });
			}
			expect(watch.count).toBe(0);
		});

		test("hears from another server that there is one now, and of nothing else", async () => {
			const db = await openTestDb();
			const [here, there] = [server(db), server(db)];
			const { answerId, conversationId } = await asked(db, await somebody(db));
			const reader = new LocalReader().join(there.watch, answerId);
			await answer(db, here.log, answerId);
			there.log.changedElsewhere(answerId);
			await until(() => reader.state === "done" && there.kept() === 1);
			there.log.changedElsewhere(answerId);
			expect(reader.closed).toBe(false);
			await name(db, conversationId);
			there.log.changedElsewhere(answerId);
			await until(() => reader.closed);
			expect(reader.title).toBe("Заварка чая");
		});

		test("is let go without one when the model gives none, here at once and elsewhere in time", async () => {
			const db = await openTestDb();
			const [here, there] = [server(db), server(db, { releaseMs: 300 })];
			const { answerId } = await asked(db, await somebody(db));
			const [near, far] = [
				new LocalReader().join(here.watch, answerId),
				new LocalReader().join(there.watch, answerId),
			];
			await answer(db, here.log, answerId);
			await until(() => near.state === "done" && here.watch.count === 1);
			expect(near.closed).toBe(false);
			await here.watch.notify(answerId);
			expect([near.closed, near.title]).toEqual([true, undefined]);
			await until(() => far.closed);
			expect([far.state, far.title]).toEqual(["done", undefined]);
			expect([here.watch.count, there.watch.count]).toEqual([0, 0]);
		});

		test("a title that the person gives meanwhile is theirs, and not told", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { log, watch } = server(db);
			const { answerId, conversationId } = await asked(db, me);
			const reader = new LocalReader().join(watch, answerId);
			await answer(db, log, answerId);
			await until(() => reader.state === "done");
			await renameConversation(db, me, conversationId, "Моё");
			await watch.notify(answerId);
			await until(() => reader.closed);
			expect(reader.title).toBeUndefined();
		});

		test("nobody waits where no title comes: a later answer, one that was stopped, no model for it", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { log, watch } = server(db);
			const first = await asked(db, me);
			await answer(db, log, first.answerId);
			const later = await asked(db, me, first.conversationId);
			const stopped = await asked(db, me);
			const unnamed = await asked(db, me);
			const readers = [later, stopped].map(({ answerId }) => new LocalReader().join(watch, answerId));
			readers.push(new LocalReader().join(server(db, { names: false }).watch, unnamed.answerId));
			await answer(db, log, later.answerId);
			await answer(db, log, stopped.answerId, "stopped");
			await answer(db, log, unnamed.answerId);
			await until(() => readers.every(({ closed }) => closed));
			expect(readers.map(({ state, title }) => [state, title])).toEqual([
				["done", undefined],
				["stopped", undefined],
				["done", undefined],
			]);
		});

		test("who has left is told nothing, and nothing waits for them", async () => {
			const db = await openTestDb();
			const { log, watch } = server(db);
			const { answerId, conversationId } = await asked(db, await somebody(db));
			const reader = new LocalReader().join(watch, answerId);
			await answer(db, log, answerId);
			await until(() => watch.count === 1);
			reader.leave();
			expect(watch.count).toBe(0);
			await name(db, conversationId);
			await watch.notify(answerId);
			expect([reader.closed, reader.title]).toEqual([false, undefined]);
		});
	});
});
