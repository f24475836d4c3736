import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readConversation } from "../../app/chat/conversations/conversations.server.ts";
import {
	conversationsOf,
	countConversationsOf,
} from "../../app/chat/conversations/conversations-of-files.server.ts";
import { eraseConversation } from "../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { attachFiles } from "../../app/files/attachments.server.ts";
import {
	collectionsOfFiles,
	putIntoCollection,
} from "../../app/files/collections/collection-files.server.ts";
import { makeCollection } from "../../app/files/collections/collections.server.ts";
import { openDownload } from "../../app/files/download.server.ts";
import { eraseUnused } from "../../app/files/erase-files.server.ts";
import { keepDocument, renameDocument } from "../../app/files/library/change-document.server.ts";
import { deleteDocument, eraseFileHandler } from "../../app/files/library/delete-document.server.ts";
import { DOCUMENTS_ON_PAGE, listDocuments } from "../../app/files/library/list-documents.server.ts";
import { replaceDocument } from "../../app/files/library/replace-document.server.ts";
import { searchDocuments } from "../../app/files/library/search-documents.server.ts";
import { deletedFilesData } from "../../app/files/personal-data.server.ts";
import { question, somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { blobsOf, readQueued, send } from "./stored.ts";

const ALL = { sort: "new", page: 1, collectionId: null } as const;

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const keep = async (name: string, text: string, owner = me) => {
			const id = await send(parts, owner, name, text);
			await keepDocument(db, owner, id);
			return id;
		};
		const asked = async (fileIds: string[], collectionIds: string[] = []) => {
			const outcome = await ask(db, me, { ...question("Вопрос"), fileIds, collectionIds });
			if (outcome.outcome !== "asked") throw new Error(outcome.outcome);
			await db.updateTable("answers").set({ state: "done" }).execute();
			return outcome.conversationId;
		};
		const names = async () => (await listDocuments(db, me, ALL)).documents.map(({ name }) => name);
		const erase = () => runDueJobs(db, [eraseFileHandler(parts)]);
		return { db, parts, me, keep, asked, names, erase };
	};

	test("the list has kept documents and those of questions, in the asked order, by pages; not the chips of an unsent question", async () => {
		const { db, parts, me, keep, asked, names } = await open();
		await keep("б.txt", "22");
		await asked([await send(parts, me, "а.txt", "333")]);
		await send(parts, me, "чип.txt", "4");
		await keep("чужой.txt", "5", await somebody(db));
		expect((await names()).sort()).toEqual(["а.txt", "б.txt"]);
		const by = async (sort: "name" | "size") =>
			(await listDocuments(db, me, { ...ALL, sort })).documents.map(({ name }) => name);
		expect(await by("name")).toEqual(["а.txt", "б.txt"]);
		expect(await by("size")).toEqual(["а.txt", "б.txt"]);
		const row = await db
			.selectFrom("files")
			.selectAll()
			.where("name", "=", "б.txt")
			.executeTakeFirstOrThrow();
		await db
			.insertInto("files")
			.values(Array.from({ length: DOCUMENTS_ON_PAGE }, () => ({ ...row, id: randomUUID() })))
			.execute();
		const last = await listDocuments(db, me, { ...ALL, page: 99 });
		expect(last).toMatchObject({ page: 2, pages: 2, count: DOCUMENTS_ON_PAGE + 2 });
		expect(last.documents).toHaveLength(2);
	});

	test("the order by name knows no case, and «ё» is «е»", async () => {
		const { db, me, keep } = await open();
		for (const name of [
			"Договор.pdf",
			"ёж.txt",
			"акт.pdf",
			"Ёлка.pdf",
			"Annex.txt",
			"Ель.txt",
			"яма.txt",
			"bill.txt",
		])
			await keep(name, name);
		const { documents } = await listDocuments(db, me, { ...ALL, sort: "name" });
		expect(documents.map(({ name }) => name)).toEqual([
			"Annex.txt",
			"bill.txt",
			"акт.pdf",
			"Договор.pdf",
			"ёж.txt",
			"Ёлка.pdf",
			"Ель.txt",
			"яма.txt",
		]);
	});

	test("where a document is used: by questions and by collections, without deleted conversations", async () => {
		const { db, me, keep, asked } = await open();
		const id = await keep("a.txt", "Текст");
		const collection = randomUUID();
		await makeCollection(db, me, { id: collection, name: "Подборка" });
		await putIntoCollection(db, me, collection, [id]);
		const first = await asked([id]);
		const second = await asked([], [collection]);
		expect((await countConversationsOf(db, me, [id])).get(id)?.count).toBe(2);
		expect((await conversationsOf(db, me, id)).map((one) => one.id).sort()).toEqual([first, second].sort());
		await db.updateTable("conversations").set({ deleted_at: 1 }).where("id", "=", first).execute();
		expect((await countConversationsOf(db, me, [id])).get(id)).toEqual({ count: 1, one: second });
		expect(await conversationsOf(db, await somebody(db), id)).toEqual([]);
	});

	test("a deleted document leaves lists, collections and questions at once, and then its text and bytes go", async () => {
		const { db, parts, me, keep, asked, names, erase } = await open();
		const id = await keep("a.txt", "Текст");
		await readQueued(parts);
		const { blob } = await db.selectFrom("files").select("blob").executeTakeFirstOrThrow();
		await asked([id]);
		expect(await deleteDocument(db, await somebody(db), id)).toBe(false);
		expect(await deleteDocument(db, me, id)).toBe(true);
		expect(await names()).toEqual([]);
		expect(await db.selectFrom("prompt_files").selectAll().execute()).toEqual([]);
		expect((await searchDocuments(db, me, "текст")).hits).toEqual([]);
		await erase();
		expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
		expect(await db.selectFrom("passages").selectAll().execute()).toEqual([]);
		expect(await parts.blobs.get(blob)).toBeUndefined();
		expect(await deleteDocument(db, me, id)).toBe(false);
	});

	test("of the same bytes under two names one can be deleted, and the other one stays readable", async () => {
		const { parts, db, me, keep, names, erase } = await open();
		const first = await keep("a.txt", "Одно и то же");
		const second = await keep("b.txt", "Одно и то же");
		expect((await names()).sort()).toEqual(["a.txt", "b.txt"]);
		await deleteDocument(db, me, first);
		await erase();
		expect(await openDownload(parts, me, first)).toBeUndefined();
		const left = await openDownload(parts, me, second);
		expect(await new Response(left?.body).text()).toBe("Одно и то же");
	});

	test("a document takes another's place only when it has been read; questions and collections follow it", async () => {
		const { db, parts, me, keep, asked, names, erase } = await open();
		const old = await keep("Договор.txt", "Прежняя редакция");
		const collection = randomUUID();
		await makeCollection(db, me, { id: collection, name: "Подборка" });
		await putIntoCollection(db, me, collection, [old]);
		const conversation = await asked([old]);
		await readQueued(parts);
		const fresh = await keep("Договор.txt", "Новая редакция");
		expect(await replaceDocument(db, me, old, fresh)).toBe(true);
		expect((await countConversationsOf(db, me, [old, fresh])).get(old)).toEqual({
			count: 1,
			one: conversation,
		});
		expect(await openDownload(parts, me, old)).toBeDefined();
		await readQueued(parts);
		expect((await countConversationsOf(db, me, [old, fresh])).get(fresh)).toEqual({
			count: 1,
			one: conversation,
		});
		expect([...(await collectionsOfFiles(db, me, [old, fresh])).keys()]).toEqual([fresh]);
		expect(await names()).toEqual(["Договор.txt"]);
		await erase();
		expect(await openDownload(parts, me, old)).toBeUndefined();
		expect(await db.selectFrom("files").select(["id", "replaces"]).execute()).toEqual([
			{ id: fresh, replaces: null },
		]);
	});

	test("one that cannot be read replaces nothing, one that is read already does at once, and neither another account's", async () => {
		const { db, parts, me, keep, names, erase } = await open();
		const old = await keep("a.txt", "Раз");
		const damaged = await keep("b.bin", Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0x81]).toString("latin1"));
		await db.updateTable("files").set({ state: "failed" }).where("id", "=", damaged).execute();
		expect(await replaceDocument(db, me, old, damaged)).toBe(false);
		const fresh = await keep("a.txt", "Два");
		await readQueued(parts);
		const stranger = await somebody(db);
		expect(await replaceDocument(db, stranger, old, fresh)).toBe(false);
		const theirs = await keep("a.txt", "Чужое", stranger);
		expect(await replaceDocument(db, stranger, old, theirs)).toBe(false);
		expect(await replaceDocument(db, me, theirs, fresh)).toBe(false);
		expect(await replaceDocument(db, me, old, old)).toBe(false);
		expect(await replaceDocument(db, me, old, fresh)).toBe(true);
		await erase();
		expect((await names()).sort()).toEqual(["a.txt", "b.bin"]);
		expect(await openDownload(parts, stranger, theirs)).toBeDefined();
	});

	test("a document that was sent with a question goes with its conversation, unless it is kept", async () => {
		const { db, parts, me } = await open();
		const [gone, kept] = [await send(parts, me, "a.txt", "Раз"), await send(parts, me, "b.txt", "Два")];
		await attachFiles(db, me, { id: await promptOf(db, me), conversationId: randomUUID() }, [gone, kept], 1);
		expect(await keepDocument(db, await somebody(db), gone)).toBe(false);
		expect(await keepDocument(db, me, kept)).toBe(true);
		await db.deleteFrom("prompt_files").execute();
		await eraseUnused(parts, me);
		expect(await db.selectFrom("files").select("name").execute()).toEqual([{ name: "b.txt" }]);
	});

	test("a search finds places by another form of all its words, with a marked quote, in one's own documents only", async () => {
		const { db, parts, me, keep } = await open();
		const id = await keep(
			"Договор.txt",
			`${"Вступление о разном. ".repeat(40)}Размер платы меняется; индексация производится раз в год.\n\n${"Прочее. ".repeat(200)}`,
		);
		const other = await keep("Заметки.txt", "Индексацию удалось снизить.");
		await keep("Чужой.txt", "Индексация у соседа.", await somebody(db));
		await readQueued(parts);
		const { hits, more } = await searchDocuments(db, me, "индексации");
		expect(hits.map(({ fileId }) => fileId).sort()).toEqual([id, other].sort());
		expect(more).toBe(false);
		const hit = hits.find(({ fileId }) => fileId === id);
		expect(hit).toMatchObject({ name: "Договор.txt", n: 1 });
		expect(hit?.quote.filter((piece) => piece.hit)).toEqual([{ text: "индексация", hit: true }]);
		expect(hit?.quote.map(({ text }) => text).join("")).toMatch(/^….{20,}индексация производится раз в год/);
		expect((await searchDocuments(db, me, "индексация раз в год")).hits).toHaveLength(1);
		expect((await searchDocuments(db, me, "индексация слона")).hits).toEqual([]);
		expect((await searchDocuments(db, me, "и ' \" * ) OR")).hits).toEqual([]);
		const collection = randomUUID();
		await makeCollection(db, me, { id: collection, name: "Подборка" });
		await putIntoCollection(db, me, collection, [other]);
		expect((await searchDocuments(db, me, "индексации", collection)).hits).toMatchObject([{ fileId: other }]);
	});

	test("a word that the stemmer takes for a verb in one of its forms is found by the others, and marked", async () => {
		const { db, parts, me, keep } = await open();
		const one = await keep("Один.txt", "Залог и депозит хранятся в банке.");
		const two = await keep("Два.txt", "Размер депозита назван ниже, а банк выбран.");
		await keep("Три.txt", "Столица, где банк.");
		await readQueued(parts);
		for (const asked of ["депозит", "депозита", "банк депозита"]) {
			const { hits } = await searchDocuments(db, me, asked);
			expect(hits.map(({ fileId }) => fileId).sort()).toEqual([one, two].sort());
			const marked = hits.flatMap(({ quote }) => quote.filter(({ hit }) => hit).map(({ text }) => text));
			expect(marked).toEqual(expect.arrayContaining(["депозит", "депозита"]));
		}
		expect((await searchDocuments(db, me, "депозит слона")).hits).toEqual([]);
		expect((await searchDocuments(db, me, "стол банка")).hits).toEqual([]);
	});

	test("a table of contents, which has the words of every search, comes after the text", async () => {
		const { db, parts, me, keep } = await open();
		const text = await keep(
			"Текст.txt",
			`${"Вступление о разном. ".repeat(20)}Ставка аренды — десять процентов.`,
		);
		const contents = [
			"Ставка аренды …… 4",
			"Ставка пени …… 5",
			"Срок аренды …… 6",
			"Аренда склада, ставка …… 7",
		];
		await keep("Оглавление.txt", contents.join("\n"));
		await readQueued(parts);
		const { hits } = await searchDocuments(db, me, "ставка аренды");
		expect(hits).toHaveLength(2);
		expect(hits[0]).toMatchObject({ fileId: text });
	});

	test("a deleted document leaves its name and its kind in the questions that had it, until they are gone", async () => {
		const { db, me, keep, asked } = await open();
		const [first, second] = [await keep("Договор.txt", "Раз"), await keep("Смета.txt", "Два")];
		const conversation = await asked([first, second]);
		const shown = async () =>
			(await readConversation(db, me, conversation))?.exchanges.flatMap(({ prompt }) => [
				prompt.files.map(({ name }) => name),
				prompt.deletedFiles,
			]);
		expect(await shown()).toEqual([["Договор.txt", "Смета.txt"], []]);
		await deleteDocument(db, me, first);
		expect(await shown()).toEqual([["Смета.txt"], [{ id: first, name: "Договор.txt", type: null }]]);
		// Deleted twice, and another account's try.
		await deleteDocument(db, me, first);
		await deleteDocument(db, await somebody(db), second);
		expect(await shown()).toEqual([["Смета.txt"], [{ id: first, name: "Договор.txt", type: null }]]);
		const exported: unknown[] = [];
		for await (const row of deletedFilesData.read(db, me)) exported.push(row);
		expect(exported).toMatchObject([{ id: first, name: "Договор.txt" }]);
		await db.updateTable("conversations").set({ deleted_at: 1 }).execute();
		await eraseConversation(db, conversation);
		expect(await db.selectFrom("deleted_prompt_files").selectAll().execute()).toEqual([]);
	});

	test("a document gets another name, cleaned as that of an upload", async () => {
		const { db, me, keep, names } = await open();
		const id = await keep("a.txt", "Текст");
		expect(await renameDocument(db, await somebody(db), id, "б.txt")).toBe(false);
		expect(await renameDocument(db, me, id, "../папка/б\u202e.txt")).toBe(true);
		expect(await names()).toEqual(["б .txt"]);
	});
});

async function promptOf(db: Parameters<typeof ask>[0], accountId: string): Promise<string> {
	const outcome = await ask(db, accountId, question("Вопрос"));
	if (outcome.outcome !== "asked") throw new Error(outcome.outcome);
	const prompt = await db.selectFrom("prompts").select("id").executeTakeFirstOrThrow();
	return prompt.id;
}
