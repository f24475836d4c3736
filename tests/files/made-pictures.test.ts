import { expect, test } from "vitest";
import { conversationsOf } from "../../app/chat/conversations/conversations-of-files.server.ts";
import {
	deleteConversation,
	eraseConversationHandler,
	RESTORABLE_MS,
} from "../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { findFiles } from "../../app/files/attachments.server.ts";
import { sweepFiles } from "../../app/files/erase-files.server.ts";
import { filesOfPrompts } from "../../app/files/files-of-prompts.server.ts";
import { deleteDocument } from "../../app/files/library/delete-document.server.ts";
import {
	attachMadePictures,
	madePicturesOf,
	makerOf,
} from "../../app/files/pictures/made-pictures.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { question, somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { blackPng } from "../support/documents/picture.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { blobsOf, send } from "./stored.ts";

const NOW = Date.now();
const DAYS = 3 * 24 * 60 * 60_000;

eachDatabase((openTestDb) => {
	/** An answer with a picture that a call of it has made. */
	const setUp = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const asked = await ask(db, me, question("Нарисуй"));
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		const { answerId, conversationId } = asked;
		const answers = db.selectFrom("answers").select("prompt_id").where("id", "=", answerId);
		const { prompt_id: promptId } = await answers.executeTakeFirstOrThrow();
		const call = `${answerId}.1.1`;
		const attach = (fileId: string, accountId = me) =>
			transact(db, (trx) =>
				attachMadePictures(trx, { call, accountId, promptId, conversationId }, [fileId], NOW),
			);
		const picture = await send(parts, me, "Кот.png", blackPng(8, 8));
		return { db, parts, me, answerId, conversationId, promptId, call, attach, picture };
	};

	test("a made picture is found by its call, is no file of the question, and is not swept", async () => {
		const { db, parts, me, answerId, conversationId, promptId, call, attach, picture } = await setUp();
		const lost = await send(parts, me, "Потерян.png", blackPng(9, 9));
		await attach(picture);
		await attach(picture);
		expect((await conversationsOf(db, me, picture)).map(({ id }) => id)).toEqual([conversationId]);
		expect(await madePicturesOf(db, [call, "other.1.1"])).toEqual(
			new Map([[call, [{ id: picture, name: "Кот.png" }]]]),
		);
		expect(await filesOfPrompts(db, [promptId])).toEqual(new Map());
		expect(await makerOf(db, me, picture)).toEqual({ conversationId, answerId });
		expect(await makerOf(db, await somebody(db), picture)).toBeUndefined();
		// One whose call never ended belongs to nothing.
		await sweepFiles(parts, NOW + DAYS);
		expect((await findFiles(db, me, [picture, lost])).map(({ id }) => id)).toEqual([picture]);
	});

	test("it goes with its conversation, and nobody attaches another's", async () => {
		const { db, parts, me, conversationId, call, attach, picture } = await setUp();
		await attach(picture, await somebody(db));
		expect(await madePicturesOf(db, [call])).toEqual(new Map());
		await attach(picture);
		await deleteConversation(db, me, conversationId, NOW, () => NOW);
		await runDueJobs(db, [eraseConversationHandler(db)], () => NOW + RESTORABLE_MS);
		expect(await findFiles(db, me, [picture])).toEqual([]);
		await sweepFiles(parts, NOW + DAYS);
	});

	test("deleted among the documents it is gone from its answer, and the question names nothing", async () => {
		const { db, me, promptId, call, attach, picture } = await setUp();
		await attach(picture);
		expect(await deleteDocument(db, me, picture, NOW)).toBe(true);
		expect(await madePicturesOf(db, [call])).toEqual(new Map());
		expect(await filesOfPrompts(db, [promptId])).toEqual(new Map());
	});
});
