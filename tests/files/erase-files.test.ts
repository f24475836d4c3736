import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type KyselyPlugin, type QueryId, type RootOperationNode, sql } from "kysely";
import { expect, test } from "vitest";
import {
	deleteConversation,
	eraseConversation,
} from "../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { putIntoCollection } from "../../app/files/collections/collection-files.server.ts";
import { makeCollection } from "../../app/files/collections/collections.server.ts";
import { openDownload } from "../../app/files/download.server.ts";
import { ERASE_FILE, eraseUnattached, eraseUnused } from "../../app/files/erase-files.server.ts";
import { keepDocument } from "../../app/files/library/change-document.server.ts";
import {
	deleteDocument,
	eraseFileHandler,
	withdraw,
} from "../../app/files/library/delete-document.server.ts";
import { replaceDocument } from "../../app/files/library/replace-document.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { question, somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { blobsOf, readQueued, send } from "./stored.ts";

eachDatabase((openTestDb, name) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const collection = randomUUID();
		await makeCollection(db, me, { id: collection, name: "Подборка" });
		/** What gives a file a use; each says whether it has. */
		const uses = {
			keep: (id: string) => keepDocument(db, me, id),
			collect: async (id: string) => (await putIntoCollection(db, me, collection, [id])) === "done",
			ask: async (id: string) =>
				(await ask(db, me, { ...question("Вопрос"), fileIds: [id] })).outcome === "asked",
		};
		const exists = async (id: string) =>
			(await db.selectFrom("files").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
		return { db, parts, me, uses, exists, erase: () => runDueJobs(db, [eraseFileHandler(parts)]) };
	};

	/** A file whose questions are all gone. */
	const sendUnused = async ({ db, parts, me }: Awaited<ReturnType<typeof open>>) => {
		const id = await send(parts, me, "a.txt", "Текст");
		await readQueued(parts);
		await db.updateTable("files").set({ attached_at: 1 }).where("id", "=", id).execute();
		return id;
	};

	test.each(["keep", "collect", "ask"] as const)(
		"a file that is erased meanwhile is not there to %s, and one that has got a use is not erased",
		async (use) => {
			for (const [kind, table] of [
				["SelectQueryNode", "files"],
				["DeleteQueryNode", "passages"],
			] as const) {
				const at = await open();
				const id = await sendUnused(at);
				let used: boolean | undefined;
				const db = afterFirst(at.db, kind, table, async () => {
					used = await at.uses[use](id);
				});
				await eraseUnused({ ...at.parts, db }, at.me);
				expect(used).toBeTypeOf("boolean");
				expect(await at.exists(id)).toBe(used);
			}
		},
	);

	test.each(["keep", "collect", "ask"] as const)(
		"a chip that was taken away is not there to %s as soon as its erasing has begun",
		async (use) => {
			const { db, parts, me, uses, exists } = await open();
			const id = await send(parts, me, "a.txt", "Текст");
			let used: boolean | undefined;
			const interrupted = afterFirst(db, "DeleteQueryNode", "passages", async () => {
				used = await uses[use](id);
			});
			await eraseUnattached({ ...parts, db: interrupted }, me, [id]);
			expect(used).toBe(false);
			expect(await exists(id)).toBe(false);
		},
	);

	test("a chip whose erasing was cut off is erased by its job", async () => {
		const { db, parts, me, exists, erase } = await open();
		const id = await send(parts, me, "a.txt", "Текст");
		const cut = afterFirst(db, "DeleteQueryNode", "passages", () => Promise.reject(new Error("killed")));
		await expect(eraseUnattached({ ...parts, db: cut }, me, [id])).rejects.toThrow("killed");
		expect(await erase()).toMatchObject([{ kind: ERASE_FILE, key: id }]);
		expect(await exists(id)).toBe(false);
	});

	test("the files of a deleted conversation are erased also where their erasing was cut off", async () => {
		const { db, parts, me, uses, exists } = await open();
		const id = await send(parts, me, "a.txt", "Текст");
		await uses.ask(id);
		const { id: conversation } = await db.selectFrom("conversations").select("id").executeTakeFirstOrThrow();
		await deleteConversation(db, me, conversation);
		const cut = afterFirst(db, "DeleteQueryNode", "passages", () => Promise.reject(new Error("killed")));
		await expect(eraseConversation(cut, conversation, 1, parts.blobs)).rejects.toThrow("killed");
		await eraseConversation(db, conversation, 1, parts.blobs);
		expect(await exists(id)).toBe(false);
	});

	test("a file that is kept, or that a question has, is no chip that can be taken away", async () => {
		const { parts, me, uses, exists } = await open();
		for (const use of [uses.keep, uses.ask]) {
			const id = await send(parts, me, "a.txt", "Текст");
			expect(await use(id)).toBe(true);
			await eraseUnattached(parts, me, [id]);
			expect(await exists(id)).toBe(true);
		}
	});

	test("a deleted document is neither kept, put into a collection, sent with a question nor replaced before it is erased", async () => {
		const { db, parts, me, uses, exists, erase } = await open();
		const [id, other] = [await send(parts, me, "a.txt", "Раз"), await send(parts, me, "b.txt", "Два")];
		await uses.keep(id);
		await uses.ask(id);
		expect(await deleteDocument(db, me, id)).toBe(true);
		for (const use of Object.values(uses)) expect(await use(id)).toBe(false);
		expect(await replaceDocument(db, me, id, other)).toBe(false);
		expect(await replaceDocument(db, me, other, id)).toBe(false);
		await erase();
		expect([await exists(id), await exists(other)]).toEqual([false, true]);
	});

	test("whoever keeps a document while another transaction deletes it waits, and then finds none", async () => {
		const { db, parts, me, uses, exists, erase } = await open();
		const id = await send(parts, me, "a.txt", "Текст");
		await uses.ask(id);
		const [kept] = await transact(db, async (trx) => {
			await lockRow(trx, "accounts", me);
			await withdraw(trx, me, id, 1);
			const keeping = uses.keep(id);
			if (name === "PostgreSQL") await somebodyWaits(db);
			return [keeping];
		});
		expect(await kept).toBe(false);
		await erase();
		expect(await exists(id)).toBe(false);
	});

	test("a newer version that is deleted before it was read takes nobody's place", async () => {
		const { db, parts, me, uses, erase } = await open();
		const old = await send(parts, me, "a.txt", "Прежняя");
		await readQueued(parts);
		await uses.keep(old);
		const fresh = await send(parts, me, "a.txt", "Новая");
		expect(await replaceDocument(db, me, old, fresh)).toBe(true);
		await deleteDocument(db, me, fresh);
		await readQueued(parts);
		await erase();
		expect(await openDownload(parts, me, fresh)).toBeUndefined();
		expect(await new Response((await openDownload(parts, me, old))?.body).text()).toBe("Прежняя");
	});
});

/** The database, where something happens after the first statement of a kind about a table. */
function afterFirst(db: Db, kind: RootOperationNode["kind"], table: string, act: () => Promise<void>): Db {
	let first: QueryId | undefined;
	const plugin: KyselyPlugin = {
		transformQuery: ({ node, queryId }) => {
			if (node.kind === kind && JSON.stringify(node).includes(`"name":"${table}"`)) first ??= queryId;
			return node;
		},
		transformResult: async ({ result, queryId }) => {
			if (queryId === first) await act();
			return result;
		},
	};
	return db.withPlugin(plugin);
}

/** Resolves when a transaction of this database waits for a lock. @param db not a transaction: one sees a single moment */
async function somebodyWaits(db: Db): Promise<void> {
	for (;;) {
		const { rows } = await sql`
			select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
			db,
		);
		if (rows.length > 0) return;
		await sleep(5);
	}
}
