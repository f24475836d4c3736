import { expect, test } from "vitest";
import { keepDocument } from "../../app/files/library/change-document.server.ts";
import { listDocuments } from "../../app/files/library/list-documents.server.ts";
import { ReadingProgress } from "../../app/files/reading-progress.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { pdf } from "../support/documents/pdf.ts";
import { blobsOf, readQueued, send } from "./stored.ts";

const PDF = pdf([["One"], ["Two"], ["Three"]]);

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const id = await send(parts, me, "Договор.pdf", PDF);
		await keepDocument(db, me, id);
		const set = (state: "reading" | "ready") => db.updateTable("files").set({ state }).execute();
		const shown = async () => {
			const { documents } = await listDocuments(db, me, { sort: "new", page: 1, collectionId: null });
			return documents.map(({ state, pages, pagesRead }) => [state, pages, pagesRead]);
		};
		return { db, parts, id, set, shown };
	};

	test("how far a document has been read is shown while it is read: only forward, and not where nobody knows of how many", async () => {
		const { db, id, set, shown } = await open();
		await set("reading");
		const progress = new ReadingProgress(db, id, 0);
		await progress.reach(1);
		expect(await shown()).toEqual([["reading", null, null]]);
		progress.setPages(6);
		await progress.reach(4);
		await progress.reach(2);
		await progress.reach(7);
		expect(await shown()).toEqual([["reading", 6, 4]]);
		// A page that comes late says nothing of a document that has been read.
		await set("ready");
		await progress.reach(5);
		expect(await shown()).toEqual([["ready", 6, 4]]);
	});

	test("of pages that come at once the first is written, and nothing is left of it when all has been read", async () => {
		const { db, parts, id, set, shown } = await open();
		await set("reading");
		const progress = new ReadingProgress(db, id, 60_000);
		progress.setPages(3);
		for (const page of [1, 2, 3]) await progress.reach(page);
		expect(await shown()).toEqual([["reading", 3, 1]]);
		await readQueued(parts);
		expect(await shown()).toEqual([["ready", 3, null]]);
	});
});
