import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rateAnswer } from "../../../app/chat/answers/rate-answer.server.ts";
import { requestStop } from "../../../app/chat/answers/request-stop.server.ts";
import {
	archiveConversations,
	modelChosenFor,
	renameConversation,
} from "../../../app/chat/conversations/change-conversation.server.ts";
import { chooseVersion } from "../../../app/chat/conversations/choose-version.server.ts";
import { findConversation, readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import {
	deleteConversation,
	eraseConversation,
	eraseConversationHandler,
	findRestorable,
	RESTORABLE_MS,
	restoreConversations,
} from "../../../app/chat/conversations/delete-conversation.server.ts";
import { hasArchive, listConversations } from "../../../app/chat/conversations/list-conversations.server.ts";
import { ownsAnswer } from "../../../app/chat/conversations/own-answer.server.ts";
import { readHistory } from "../../../app/chat/conversations/read-history.server.ts";
import { findExported } from "../../../app/chat/export/export-conversation.server.ts";
import { importConversations } from "../../../app/chat/import/import-conversations.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { readFirst } from "../../../app/chat/titles/name-conversation.server.ts";
import { openBlobs } from "../../../app/files/blobs/open-blobs.server.ts";
import { addFiles } from "../../../app/files/upload/add-files.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { question, somebody } from "../people.ts";
import { converse } from "./long-conversation.ts";

const NOW = 1_763_700_000_000;

const talk = (db: Db, me: string) =>
	converse(db, me, 2, (i) => ({ asked: `Вопрос ${i}`, answered: `Ответ ${i}` }));

/** Deletes by a clock of the test's. */
const remove = (db: Db, me: string, id: string, at = NOW) => deleteConversation(db, me, id, at, () => at);

const erase = (db: Db, at: number) => runDueJobs(db, [eraseConversationHandler(db)], () => at);

async function rows(db: Db): Promise<number[]> {
	const counts: number[] = [];
	for (const table of ["conversations", "prompts", "answers", "search_entries"] as const)
		counts.push((await db.selectFrom(table).select("id").execute()).length);
	return counts;
}

async function titles(db: Db, me: string): Promise<string[]> {
	const found: string[] = [];
	for await (const { title } of readHistory(db, me)) found.push(title);
	return found;
}

eachDatabase((openTestDb) => {
	test("a deleted conversation does not exist for anybody, and comes back as it was", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id, answers } = await talk(db, me);
		const [answerId = ""] = answers;
		const { id: promptId } = await db.selectFrom("prompts").select("id").limit(1).executeTakeFirstOrThrow();
		await archiveConversations(db, me, [id], true);
		const before = await readConversation(db, me, id);
		expect(await remove(db, await somebody(db), id)).toEqual({ outcome: "no-such-conversation" });
		expect(await remove(db, me, id)).toEqual({ outcome: "deleted", writing: [] });
		expect(await remove(db, await somebody(db), id)).toEqual({ outcome: "no-such-conversation" });

		expect(await findConversation(db, me, id)).toBeUndefined();
		expect(await readConversation(db, me, id)).toBeUndefined();
		expect(await findExported(db, me, [id])).toEqual([]);
		expect((await listConversations(db, me, { archive: true })).conversations).toEqual([]);
		expect(await hasArchive(db, me)).toBe(false);
		expect(await titles(db, me)).toEqual([]);
		expect(await ownsAnswer(db, me, answerId)).toBe(false);
		expect(await readFirst(db, answerId)).toBeUndefined();
		expect(await renameConversation(db, me, id, "Новое")).toBe("no-such-conversation");
		expect(await archiveConversations(db, me, [id], false)).toBe(0);
		expect(await modelChosenFor(db, me, { kind: "answers", id: answerId })).toBeNull();
		const gone = { outcome: "no-such-answer" };
		expect(await chooseVersion(db, me, answerId)).toEqual(gone);
		expect(await rateAnswer(db, me, answerId, "up", "")).toEqual(gone);
		expect(await requestStop(db, me, answerId)).toBe("no-such-answer");
		expect(await regenerateAnswer(db, me, answerId, randomUUID(), "m")).toEqual(gone);
		expect(await continueAnswer(db, me, answerId)).toEqual(gone);
		expect(await ask(db, me, question("Ещё", id))).toEqual({ outcome: "no-such-conversation" });
		expect(await ask(db, me, { ...question("Иначе"), editOf: promptId })).toEqual({
			outcome: "no-such-conversation",
		});

		expect(await findRestorable(db, me, [id, randomUUID()])).toEqual([{ id, title: expect.any(String) }]);
		expect(await restoreConversations(db, await somebody(db), [id])).toEqual([]);
		expect(await restoreConversations(db, me, [id])).toEqual([id]);
		expect(await restoreConversations(db, me, [id])).toEqual([]);
		expect(await readConversation(db, me, id)).toEqual(before);
		expect(await hasArchive(db, me)).toBe(true);
		expect(await titles(db, me)).toHaveLength(1);
	});

	test("a deletion that is repeated has the outcome of the first, and puts the erasing off no further", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id } = await talk(db, me);
		const first = await remove(db, me, id);
		expect(first).toEqual({ outcome: "deleted", writing: [] });
		expect(await remove(db, me, id, NOW + RESTORABLE_MS / 2)).toEqual(first);
		await db.updateTable("conversations").set({ deleted_at: 0 }).execute();
		expect(await remove(db, me, id)).toEqual(first);
		expect(await restoreConversations(db, me, [id])).toEqual([]);
		await db.updateTable("conversations").set({ deleted_at: NOW }).execute();
		expect(await erase(db, NOW + RESTORABLE_MS)).toMatchObject([{ outcome: "done" }]);
		expect(await rows(db)).toEqual([0, 0, 0, 0]);
		expect(await remove(db, me, id)).toEqual({ outcome: "no-such-conversation" });
	});

	test("a form that was sent and is sent again after the deletion finds no conversation", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const first = question("Раз");
		const asked = await ask(db, me, first);
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		await remove(db, me, asked.conversationId);
		expect(await ask(db, me, first)).toEqual({ outcome: "no-such-conversation" });
	});

	test("it is erased to the last row when it cannot be restored any more, and no sooner", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id } = await talk(db, me);
		await renameConversation(db, me, id, "Название");
		await remove(db, me, id);
		expect(await erase(db, NOW + RESTORABLE_MS - 1)).toEqual([]);
		expect(await restoreConversations(db, me, [id])).toEqual([id]);
		// The job of a deletion that was undone leaves it alone.
		expect(await erase(db, NOW + RESTORABLE_MS)).toMatchObject([{ outcome: "done" }]);
		expect(await rows(db)).toEqual([1, 2, 2, 1]);

		await remove(db, me, id, NOW + 2 * RESTORABLE_MS);
		expect(await erase(db, NOW + 3 * RESTORABLE_MS)).toMatchObject([{ outcome: "done" }]);
		expect(await rows(db)).toEqual([0, 0, 0, 0]);
		expect(await restoreConversations(db, me, [id])).toEqual([]);
		expect(await findRestorable(db, me, [id])).toEqual([]);
	});

	test("its files are gone from the disk within a minute, with what the runner needs to look", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const blobs = openBlobs(db);
		const received = await blobs.receive(
			(async function* () {
				yield Buffer.from("Текст файла");
			})(),
		);
		const quota = { bytes: 1_000, perDay: 10 };
		const upload = { ...received, name: "a.txt", type: null };
		const { added } = await addFiles({ db, blobs }, me, randomUUID(), [upload], quota);
		const asked = await ask(db, me, { ...question("Вопрос"), fileIds: added });
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		const { blob } = await db.selectFrom("files").select("blob").executeTakeFirstOrThrow();
		await remove(db, me, asked.conversationId);
		// A runner looks once a second; ten times that leaves room for a slow one.
		await erase(db, NOW + 60_000 - 10_000);
		expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
		expect(await blobs.get(blob)).toBeUndefined();
	});

	test("deleted, restored and deleted again, it can be restored for as long as after the first time", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id } = await talk(db, me);
		await remove(db, me, id);
		await restoreConversations(db, me, [id]);
		await remove(db, me, id, NOW + RESTORABLE_MS / 2);
		expect(await erase(db, NOW + RESTORABLE_MS)).toMatchObject([{ outcome: "reschedule" }]);
		expect(await findRestorable(db, me, [id])).toHaveLength(1);
		expect(await erase(db, NOW + RESTORABLE_MS * 1.5)).toMatchObject([{ outcome: "done" }]);
		expect(await rows(db)).toEqual([0, 0, 0, 0]);
	});

	test("once the erasing has begun nothing comes back, and what was interrupted is erased to its end", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id } = await talk(db, me);
		await remove(db, me, id);
		await db.updateTable("conversations").set({ deleted_at: 0 }).execute();
		expect(await findRestorable(db, me, [id])).toEqual([]);
		expect(await restoreConversations(db, me, [id])).toEqual([]);
		expect(await erase(db, NOW + RESTORABLE_MS)).toMatchObject([{ outcome: "done" }]);
		expect(await rows(db)).toEqual([0, 0, 0, 0]);
	});

	test("an answer that the deletion has stopped keeps its text, and goes on after the restoring", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const asked = await ask(db, me, question("Долго"));
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		const { answerId, conversationId } = asked;
		const piece = { answer_id: answerId, kind: "text" as const, written_at: 0 };
		await db
			.insertInto("answer_log")
			.values({ ...piece, seq: 1, body: "Начало" })
			.execute();
		expect(await remove(db, me, conversationId)).toEqual({ outcome: "deleted", writing: [answerId] });
		// Committed at the same moment, on PostgreSQL.
		await db
			.insertInto("answer_log")
			.values({ ...piece, seq: 2, body: "поздно" })
			.execute();
		await restoreConversations(db, me, [conversationId]);
		const shown = await readConversation(db, me, conversationId);
		expect(shown?.exchanges[0]?.answer).toMatchObject({ state: "stopped", length: "Начало".length });
		expect(await continueAnswer(db, me, answerId)).toMatchObject({ outcome: "asked" });
		expect((await readConversation(db, me, conversationId))?.exchanges[0]?.answer.length).toBe(6);
		expect(await db.selectFrom("answer_log").selectAll().execute()).toEqual([]);
	});

	test("what is not deleted is not erased", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { id } = await talk(db, me);
		await eraseConversation(db, id);
		expect((await rows(db)).slice(0, 3)).toEqual([1, 2, 2]);
	});

	test("an imported conversation that is deleted can be imported again at once", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const items = async function* () {
			yield {
				sourceId: "1",
				title: "Из архива",
				titledBy: "person" as const,
				createdAt: 1,
				updatedAt: 1,
				tip: null,
				bytes: 10,
				prompts: [],
				answers: [],
			};
		};
		const bring = () => importConversations(db, { accountId: me, jobId: null }, items());
		expect(await bring()).toMatchObject({ imported: 1, skipped: 0 });
		expect(await bring()).toMatchObject({ imported: 0, skipped: 1 });
		const [{ id = "" } = {}] = (await listConversations(db, me)).conversations;
		await remove(db, me, id);
		expect(await bring()).toMatchObject({ imported: 1, skipped: 0 });
		expect((await listConversations(db, me)).conversations).toHaveLength(1);
	});
});
