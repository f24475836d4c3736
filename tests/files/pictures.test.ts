import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBlobs } from "../../app/files/blobs/open-blobs.server.ts";
import { eraseUnattached, sweepFiles } from "../../app/files/erase-files.server.ts";
import { filesData } from "../../app/files/personal-data.server.ts";
import { openPicture, picturesOf } from "../../app/files/pictures/pictures.server.ts";
import { showAsPictures } from "../../app/files/pictures/show-as-pictures.server.ts";
import { bytesKept } from "../../app/files/upload/add-files.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { scannedPdf } from "../support/documents/pdf.ts";
import { blackPng, exif, jpeg, jpegSize } from "../support/documents/picture.ts";
import { readQueued, send } from "./stored.ts";

const DAY = 24 * 3_600_000;

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-files-"));
		const parts = { db, blobs: openBlobs(db, folder) };
		const row = (id: string) =>
			db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		/** The keys of all bytes that are kept. */
		const kept = async () => {
			const rows = await db.selectFrom("blob_pieces").select("name").distinct().execute();
			const shards = existsSync(folder)
				? readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name))
				: [];
			return [
				...rows.map(({ name }) => name),
				...shards.flatMap((shard) => readdirSync(join(folder, shard))),
			];
		};
		return { db, parts, me: await somebody(db), row, kept };
	};

	test("a picture is made ours, in two sizes; its owner alone opens it, and it goes with its file", async () => {
		const { db, parts, me, row, kept } = await open();
		const photo = jpeg(2_100, 1_400, (x, y) => (x + y) % 256, exif(6));
		const id = await send(parts, me, "Дача.jpg", photo);
		expect(await row(id)).toMatchObject({ type: "jpeg", state: "waiting" });
		await readQueued(parts);
		expect(await row(id)).toMatchObject({ state: "ready", pages: null, passages: 0 });
		expect(await picturesOf(db, [id])).toMatchObject([{ n: 1, width: 1_333, height: 2_000 }]);
		const opened = await openPicture(parts, me, { fileId: id, n: 1, size: "small" });
		const small = Buffer.from(await new Response(opened).arrayBuffer());
		expect(jpegSize(small)).toMatchObject({ height: 640, hasMetadata: false });
		expect(await openPicture(parts, await somebody(db), { fileId: id, n: 1, size: "small" })).toBeUndefined();
		// What was made takes no room of the plan, and the sweeper leaves it alone.
		expect(await bytesKept(db, me)).toBe(photo.length);
		expect(await kept()).toHaveLength(3);
		await sweepFiles(parts, Date.now() + DAY / 2);
		expect(await kept()).toHaveLength(3);
		await eraseUnattached(parts, me, [id]);
		expect(await kept()).toEqual([]);
		expect(await db.selectFrom("file_pictures").selectAll().execute()).toEqual([]);
	});

	test("the copy of a person's data has the picture as it was sent, and the end of an account leaves no byte", async () => {
		const { db, me, row } = await open();
		// As the product opens it: the folder of this process's data.
		const parts = { db, blobs: openBlobs(db) };
		const photo = blackPng(40, 30);
		const id = await send(parts, me, "Схема.png", photo);
		await readQueued(parts);
		expect(await row(id)).toMatchObject({ state: "ready" });
		const contents: string[] = [];
		for await (const file of filesData.read(db, me))
			for await (const piece of (file as { content: AsyncIterable<string> }).content) contents.push(piece);
		expect(Buffer.from(contents.join(""), "base64").equals(photo)).toBe(true);
		const [picture] = await picturesOf(db, [id]);
		while ((await filesData.eraseSome(db, me, 0)) > 0);
		expect(await parts.blobs.get(picture?.blob ?? "")).toBeUndefined();
		expect(await db.selectFrom("file_pictures").selectAll().execute()).toEqual([]);
	});

	test("a damaged picture fails with its reason and leaves nothing that was made of it", async () => {
		const { parts, me, row, kept } = await open();
		const id = await send(parts, me, "Фото.png", blackPng(900, 900).subarray(0, 60));
		await readQueued(parts);
		expect(await row(id)).toMatchObject({ state: "failed", type: "png", failure: "damaged-picture" });
		expect(await kept()).toHaveLength(1);
	});

	test("a scan is named; its owner has its pages read as pictures", async () => {
		const { db, parts, me, row } = await open();
		const id = await send(parts, me, "Скан.pdf", scannedPdf(2));
		await readQueued(parts);
		expect(await row(id)).toMatchObject({ state: "failed", type: "pdf", failure: "scan", pages: 2 });
		expect(await showAsPictures(db, await somebody(db), id)).toBe(false);
		expect(await showAsPictures(db, me, id)).toBe(true);
		expect(await row(id)).toMatchObject({ state: "waiting", failure: null });
		await readQueued(parts);
		expect(await row(id)).toMatchObject({ state: "ready", pages: 2, passages: 0 });
		expect((await picturesOf(db, [id])).map(({ n }) => n)).toEqual([1, 2]);
		expect(await showAsPictures(db, me, id)).toBe(false);
		const long = await send(parts, me, "Книга.pdf", scannedPdf(21));
		await readQueued(parts);
		expect(await showAsPictures(db, me, long)).toBe(false);
	});
});
