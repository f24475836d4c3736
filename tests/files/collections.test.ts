import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
	collectionsOfFiles,
	putIntoCollection,
	takeOutOfCollection,
} from "../../app/files/collections/collection-files.server.ts";
import { COLLECTION_LIMITS } from "../../app/files/collections/collection-limits.ts";
import {
	deleteCollection,
	listCollections,
	makeCollection,
	renameCollection,
} from "../../app/files/collections/collections.server.ts";
import { eraseUnused } from "../../app/files/erase-files.server.ts";
import { collectionsData } from "../../app/files/personal-data.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { blobsOf, send } from "./stored.ts";

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const make = async (name: string, owner = me) => {
			const id = randomUUID();
			expect(await makeCollection(db, owner, { id, name })).toBe("done");
			return id;
		};
		return { db, parts, me, make, file: (name: string) => send(parts, me, name, `Текст ${name}`) };
	};

	test("collections are listed by name with their documents; the same form twice makes one", async () => {
		const { db, me, make, file } = await open();
		const rent = await make("Аренда");
		await make("Яблоки");
		expect(await makeCollection(db, me, { id: rent, name: "Аренда" })).toBe("done");
		await putIntoCollection(db, me, rent, [await file("a.txt"), await file("b.txt")]);
		expect(await listCollections(db, me)).toMatchObject([
			{ id: rent, name: "Аренда", files: 2 },
			{ name: "Яблоки", files: 0 },
		]);
		expect(await listCollections(db, await somebody(db))).toEqual([]);
	});

	test("two collections of an account have two names, and renaming keeps to that", async () => {
		const { db, me, make, file } = await open();
		const rent = await make("Аренда");
		const other = await make("Другая");
		expect(await makeCollection(db, me, { id: randomUUID(), name: "АРЕНДА" })).toBe("taken");
		expect(await renameCollection(db, me, other, "аренда")).toBe("taken");
		expect(await renameCollection(db, me, rent, "аренда")).toBe("done");
		expect(await renameCollection(db, await somebody(db), rent, "Чужая")).toBe("no-such-collection");
		expect((await listCollections(db, me)).map(({ name }) => name)).toEqual(["аренда", "Другая"]);
		const id = await file("a.txt");
		for (const collection of [other, rent]) await putIntoCollection(db, me, collection, [id]);
		const named = (await collectionsOfFiles(db, me, [id])).get(id)?.map(({ name }) => name);
		expect(named).toEqual(["аренда", "Другая"]);
		await make("Аренда", await somebody(db));
	});

	test("an account has so many collections, and a collection so many documents", async () => {
		const { db, me, make, file } = await open();
		const collection = await make("Полная");
		const one = await file("один.txt");
		const ids = Array.from({ length: COLLECTION_LIMITS.files }, () => randomUUID());
		const row = await db.selectFrom("files").selectAll().where("id", "=", one).executeTakeFirstOrThrow();
		await db
			.insertInto("files")
			.values(ids.map((id) => ({ ...row, id })))
			.execute();
		expect(await putIntoCollection(db, me, collection, ids)).toBe("done");
		expect(await putIntoCollection(db, me, collection, ids)).toBe("done");
		expect(await putIntoCollection(db, me, collection, [one])).toBe("full");
		await db
			.insertInto("collections")
			.values(
				Array.from({ length: COLLECTION_LIMITS.perAccount - 1 }, (_, i) => ({
					id: randomUUID(),
					account_id: me,
					name: `Подборка ${i}`,
					created_at: i,
				})),
			)
			.execute();
		expect(await makeCollection(db, me, { id: randomUUID(), name: "Лишняя" })).toBe("full");
	});

	test("a document in a collection stays when its conversations are gone, and taking it out keeps it too", async () => {
		const { db, parts, me, make, file } = await open();
		const collection = await make("Аренда");
		const id = await file("a.txt");
		await putIntoCollection(db, me, collection, [id]);
		await db.updateTable("files").set({ attached_at: 1 }).execute();
		await eraseUnused(parts, me);
		expect((await collectionsOfFiles(db, me, [id])).get(id)).toEqual([{ id: collection, name: "Аренда" }]);
		expect(await takeOutOfCollection(db, me, collection, id)).toBe(true);
		expect(await takeOutOfCollection(db, me, collection, id)).toBe(false);
		await eraseUnused(parts, me);
		expect(await db.selectFrom("files").select("id").execute()).toEqual([{ id }]);
	});

	test("nobody puts into, takes out of or deletes another's collection, or puts another's file into an own one", async () => {
		const { db, me, make, file, parts } = await open();
		const mine = await make("Моя");
		const id = await file("a.txt");
		await putIntoCollection(db, me, mine, [id]);
		const stranger = await somebody(db);
		const theirs = await make("Чужая", stranger);
		const foreign = await send(parts, stranger, "b.txt", "Чужое");
		expect(await putIntoCollection(db, stranger, mine, [foreign])).toBe("no-such-collection");
		expect(await putIntoCollection(db, stranger, theirs, [id])).toBe("no-such-file");
		expect(await takeOutOfCollection(db, stranger, mine, id)).toBe(false);
		expect(await deleteCollection(db, stranger, mine)).toBe(false);
		expect(await makeCollection(db, stranger, { id: mine, name: "Захват" })).toBe("no-such-collection");
		expect((await collectionsOfFiles(db, stranger, [id])).size).toBe(0);
		expect(await listCollections(db, me)).toMatchObject([{ id: mine, name: "Моя", files: 1 }]);
	});

	test("deleting a collection keeps its documents; the export names both, and erasing leaves none", async () => {
		const { db, me, make, file } = await open();
		const collection = await make("Аренда");
		const id = await file("a.txt");
		await putIntoCollection(db, me, collection, [id]);
		const exported = [];
		for await (const row of collectionsData.read(db, me)) exported.push(row);
		expect(exported).toMatchObject([{ id: collection, name: "Аренда", files: [id], conversations: [] }]);
		expect(await deleteCollection(db, me, collection)).toBe(true);
		expect(await db.selectFrom("files").select("id").execute()).toEqual([{ id }]);
		await make("Ещё одна");
		await make("Чужая", await somebody(db));
		while ((await collectionsData.eraseSome(db, me, 0)) > 0);
		expect(await db.selectFrom("collections").select("name").execute()).toEqual([{ name: "Чужая" }]);
	});
});
