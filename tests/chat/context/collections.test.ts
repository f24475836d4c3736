import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readBranchFiles, waitForDocuments } from "../../../app/chat/context/branch-files.server.ts";
import { readDocuments } from "../../../app/chat/context/documents.server.ts";
import { asksForWhole, spreadOver } from "../../../app/chat/context/summary-question.server.ts";
import {
	deleteConversation,
	eraseConversation,
} from "../../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { setExtent } from "../../../app/files/attachments.server.ts";
import { putIntoCollection } from "../../../app/files/collections/collection-files.server.ts";
import { COLLECTION_LIMITS } from "../../../app/files/collections/collection-limits.ts";
import { makeCollection } from "../../../app/files/collections/collections.server.ts";
import {
	collectionsOf,
	detachCollections,
} from "../../../app/files/collections/conversation-collections.server.ts";
import { blobsOf, readQueued, send } from "../../files/stored.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";
import { type Asked, asked as askedBy, LARGE } from "./asked.ts";

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const collect = async (fileIds: string[], name = "Аренда", owner = me) => {
			const id = randomUUID();
			await makeCollection(db, owner, { id, name });
			await putIntoCollection(db, owner, id, fileIds);
			return id;
		};
		const asked = (text: string, fields: Parameters<typeof askedBy>[3]) => askedBy(db, me, text, fields);
		const documentsOf = async (answer: Asked["answer"], room = 30_000) =>
			readDocuments(db, me, await readBranchFiles(db, answer), room);
		return { db, parts, me, collect, asked, documentsOf };
	};

	test("a conversation knows the files of its collections, also those that are added later, until they are detached", async () => {
		const { db, parts, me, collect, asked, documentsOf } = await open();
		const collection = await collect([await send(parts, me, "Один.txt", "Яблоки.")]);
		const first = await asked("Первый", { collectionIds: [collection] });
		await readQueued(parts);
		expect((await documentsOf(first.answer))?.given.map(({ name }) => name)).toEqual(["Один.txt"]);
		await putIntoCollection(db, me, collection, [await send(parts, me, "Два.txt", "Груши.")]);
		await readQueued(parts);
		const { conversation_id } = first.answer;
		const own = await send(parts, me, "Свой.txt", "Сливы.");
		const second = await asked("Второй", { conversationId: conversation_id, fileIds: [own] });
		await readQueued(parts);
		const documents = await documentsOf(second.answer);
		// Those of collections stand beside the first question, so that their order does not change.
		expect(documents?.prompts.map(({ promptId }) => promptId)).toEqual([first.promptId, second.promptId]);
		expect(documents?.given.map(({ name }) => name)).toEqual(["Один.txt", "Два.txt", "Свой.txt"]);
		expect(await collectionsOf(db, me, conversation_id)).toMatchObject([{ name: "Аренда", files: 2 }]);
		await detachCollections(db, await somebody(db), conversation_id, [collection]);
		expect(await collectionsOf(db, me, conversation_id)).toHaveLength(1);
		await detachCollections(db, me, conversation_id, [collection]);
		expect((await documentsOf(second.answer))?.given.map(({ name }) => name)).toEqual(["Свой.txt"]);
	});

	test("an answer waits for the files of its collections, and one of them that cannot be read does not end it", async () => {
		const { db, parts, me, collect, asked } = await open();
		const collection = await collect([
			await send(parts, me, "a.txt", "Текст"),
			await send(parts, me, "b.bin", Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0x81])),
		]);
		const { answer } = await asked("Вопрос", { collectionIds: [collection] });
		const stopped = new AbortController();
		const waiting = waitForDocuments(db, answer, stopped.signal);
		stopped.abort();
		expect(await waiting).toBe("aborted");
		await readQueued(parts);
		expect(await waitForDocuments(db, answer, new AbortController().signal)).toMatchObject({
			files: [{ collected: true }, { collected: true }],
		});
	});

	test("another's collection and one too many are refused with nothing recorded", async () => {
		const { db, me, collect } = await open();
		const foreign = await collect([], "Чужая", await somebody(db));
		expect(await ask(db, me, { ...question("Вопрос"), collectionIds: [foreign] })).toEqual({
			outcome: "no-such-collection",
		});
		const many = [];
		for (let i = 0; i <= COLLECTION_LIMITS.perConversation; i++)
			many.push(await collect([], `Подборка ${i}`));
		expect(await ask(db, me, { ...question("Вопрос"), collectionIds: many })).toEqual({
			outcome: "too-many-collections",
		});
		expect(await db.selectFrom("prompts").select("id").execute()).toEqual([]);
	});

	test("deleting a conversation keeps its collections and their files", async () => {
		const { db, parts, me, collect, asked } = await open();
		const file = await send(parts, me, "a.txt", "Текст");
		const collection = await collect([file]);
		const { answer } = await asked("Вопрос", { collectionIds: [collection], fileIds: [file] });
		await deleteConversation(db, me, answer.conversation_id);
		await eraseConversation(db, answer.conversation_id, Date.now(), parts.blobs);
		expect(await db.selectFrom("conversation_collections").selectAll().execute()).toEqual([]);
		expect(await db.selectFrom("collection_files").select("file_id").execute()).toEqual([{ file_id: file }]);
	});

	test("a person chooses that a small document is searched and a large one goes whole; what does not fit is said", async () => {
		const { db, parts, me, asked, documentsOf } = await open();
		const small = await send(parts, me, "Малый.txt", "Депозит и прочее.");
		const large = await send(parts, me, "Большой.txt", LARGE);
		const { answer } = await asked("За сколько дней возвращается депозит?", { fileIds: [small, large] });
		await readQueued(parts);
		const { tokens } = await db
			.selectFrom("files")
			.select("tokens")
			.where("id", "=", large)
			.executeTakeFirstOrThrow();
		const room = Math.round(Number(tokens) * 1.6);
		const extents = async (at: number) => {
			const given = (await documentsOf(answer, at))?.given ?? [];
			return Object.fromEntries(
				given.map(({ name, passages, tooLarge }) => [
					name,
					passages === null ? "whole" : tooLarge ? "too large" : "found",
				]),
			);
		};
		expect(await extents(room)).toEqual({ "Малый.txt": "whole", "Большой.txt": "found" });
		const of = (fileId: string) => ({ conversationId: answer.conversation_id, fileId });
		expect(await setExtent(db, await somebody(db), of(large), "whole")).toBe(false);
		expect(await setExtent(db, me, of(large), "whole")).toBe(true);
		expect(await setExtent(db, me, of(small), "found")).toBe(true);
		expect(await extents(room)).toEqual({ "Малый.txt": "found", "Большой.txt": "whole" });
		expect(await extents(12_000)).toEqual({ "Малый.txt": "found", "Большой.txt": "too large" });
		await setExtent(db, me, of(large), null);
		expect((await extents(room))["Большой.txt"]).toBe("found");
	});

	test("asked to retell a large document, the model gets passages from all over it and is told that it is not the whole", async () => {
		const { parts, me, asked, documentsOf } = await open();
		const large = await send(parts, me, "Большой.txt", LARGE);
		const { answer } = await asked("Перескажи договор", { fileIds: [large] });
		await readQueued(parts);
		const documents = await documentsOf(answer, 12_000);
		const [given] = documents?.given ?? [];
		expect(given).toMatchObject({ spread: true });
		expect(given?.passages?.length).toBeGreaterThan(8);
		expect(given?.passages?.[0]).toBe(1);
		expect(given?.passages?.at(-1)).toBeGreaterThan((given?.of ?? 0) * 0.9);
		expect(documents?.prompts[0]?.text).toContain("это не пересказ всего документа");
		expect(documents?.prompts[0]?.tokens).toBeLessThanOrEqual(6_000);
	});

	test("asked for one of its parts, the model gets all of that part; the parts together are the document", async () => {
		const { db, parts, me, asked, documentsOf } = await open();
		const large = await send(parts, me, "Большой.txt", LARGE);
		const { answer, promptId } = await asked("Перескажи договор", { fileIds: [large] });
		await readQueued(parts);
		const [overview] = (await documentsOf(answer, 12_000))?.given ?? [];
		const count = overview?.parts ?? 0;
		expect(count).toBeGreaterThan(1);
		const retell = async (text: string) => {
			await db.updateTable("prompts").set({ text }).where("id", "=", promptId).execute();
			return documentsOf(answer, 12_000);
		};
		const seen: number[] = [];
		for (let n = 1; n <= count; n++) {
			const documents = await retell(`Перескажи часть ${n} из ${count}`);
			expect(documents?.given).toMatchObject([{ part: { n, of: count }, found: 0 }]);
			expect(documents?.given[0]?.part).not.toHaveProperty("cut");
			expect(documents?.prompts[0]?.text).toContain(`часть ${n} из ${count}`);
			expect(documents?.prompts[0]?.tokens).toBeLessThanOrEqual(6_000);
			seen.push(...(documents?.given[0]?.passages ?? []));
		}
		expect(seen).toEqual(Array.from({ length: overview?.of ?? 0 }, (_, i) => i + 1));
		// More than fits is cut, and said so; a part that is not there gives the overview.
		expect((await retell("Перескажи часть 1 из 2"))?.given).toMatchObject([
			{ part: { n: 1, of: 2, cut: true } },
		]);
		expect((await retell(`Перескажи часть ${count + 1} из ${count}`))?.given).toMatchObject([
			{ spread: true },
		]);
		// A text says no pages.
		expect((await retell("Перескажи страницы 1–3"))?.given).toMatchObject([{ spread: true }]);
		await db.updateTable("passages").set({ page: 7 }).where("n", "in", [11, 12]).execute();
		expect((await retell("Перескажи страницу 7"))?.given).toMatchObject([
			{ part: { pages: [7, 7] }, passages: [11, 12] },
		]);
		expect((await retell("Что сказано на странице 7?"))?.given[0]?.passages).toEqual(
			expect.arrayContaining([11, 12]),
		);
	});
});

test.each([
	["Перескажи документ", true],
	["Кратко: о чём договор?", true],
	["Сделай краткое содержание", true],
	["Summarize the file", true],
	["Пересчитай сумму в договоре", false],
	["За сколько дней возвращается депозит?", false],
])("%s asks for the whole: %s", (text, is) => {
	expect(asksForWhole(text)).toBe(is);
});

test("passages are spread from the first to the last", () => {
	expect(spreadOver(10, 4)).toEqual([1, 4, 7, 10]);
	expect(spreadOver(3, 10)).toEqual([1, 2, 3]);
	expect(spreadOver(5, 0)).toEqual([1]);
	expect(spreadOver(0, 4)).toEqual([]);
});
