import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type BlobStore, StorageDown } from "../../../app/files/blobs/blob-store.server.ts";
import { openBlobs } from "../../../app/files/blobs/open-blobs.server.ts";
import { S3Client } from "../../../app/files/blobs/s3/s3-client.server.ts";
import { orStorageDown } from "../../../app/files/blobs/storage-down.server.ts";
import { openDownload } from "../../../app/files/download.server.ts";
import { eraseUnattached, sweepFiles } from "../../../app/files/erase-files.server.ts";
import { readMultipart } from "../../../app/files/upload/read-multipart.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { log } from "../../../app/platform/log.server.ts";
import { readS3Address, type S3Address } from "../../../app/platform/s3-address.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3.ts";
import { bytesOf, readQueued, send } from "../stored.ts";

const HOUR = 3_600_000;
const opened: FakeS3[] = [];
afterEach(async () => {
	for (const s3 of opened.splice(0)) await s3.stop();
});

const addressOf = (url: string): S3Address => readS3Address(url) ?? expect.unreachable();

async function openStore(db: Db): Promise<{ s3: FakeS3; blobs: BlobStore; folder: string }> {
	const s3 = await startFakeS3();
	opened.push(s3);
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-s3-"));
	return { s3, folder, blobs: openBlobs(db, folder, addressOf(s3.url)) };
}

async function read(bytes: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> {
	if (!bytes) return undefined;
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes) pieces.push(piece);
	return Buffer.concat(pieces);
}

/** Receives bytes and keeps them under a key, as adding a file does. */
async function keep(db: Db, blobs: BlobStore, key: string, bytes: string | Uint8Array): Promise<void> {
	const { temporary } = await blobs.receive(bytesOf(bytes));
	await db.transaction().execute((trx) => blobs.put(trx, temporary, key));
}

eachDatabase((openTestDb) => {
	test("what is received is kept under its key, whole, and no copy stays on the disk", async () => {
		const db = await openTestDb();
		const { s3, blobs, folder } = await openStore(db);
		const large = Buffer.alloc(3 * 1024 * 1024, "абвг");
		await keep(db, blobs, "ab12", large);
		expect((await read(await blobs.get("ab12")))?.equals(large)).toBe(true);
		expect(await blobs.withFile("ab12", async (path) => readFileSync(path).equals(large))).toBe(true);
		expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^of-a-test\/[0-9a-f-]{36}$/)]);
		expect(readdirSync(join(folder, "tmp"))).toEqual([]);
		expect(await blobs.get("cd34")).toBeUndefined();
	});

	test("a deletion that is rolled back deletes nothing; one that stands removes the object", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		await keep(db, blobs, "ab12", "нужные");
		const undone = db.transaction().execute(async (trx) => {
			await blobs.delete(trx, "ab12");
			throw new Error("undone");
		});
		await expect(undone).rejects.toThrow("undone");
		await blobs.removeDeleted?.();
		expect((await read(await blobs.get("ab12")))?.toString()).toBe("нужные");
		await blobs.delete(db, "ab12");
		expect(await blobs.get("ab12")).toBeUndefined();
		await blobs.removeDeleted?.();
		expect(s3.objects.size).toBe(0);
	});

	test("the same bytes may come back while the old object is being removed", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		await keep(db, blobs, "ab12", "те же");
		const again = await blobs.receive(bytesOf("те же"));
		await blobs.delete(db, "ab12");
		await db.transaction().execute((trx) => blobs.put(trx, again.temporary, "ab12"));
		await blobs.removeDeleted?.();
		expect((await read(await blobs.get("ab12")))?.toString()).toBe("те же");
		expect(s3.objects.size).toBe(1);
	});

	test("an object that cannot be removed now is removed later", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		await keep(db, blobs, "ab12", "лишние");
		await blobs.delete(db, "ab12");
		s3.down = true;
		await expect(blobs.removeDeleted?.()).rejects.toThrow();
		s3.down = false;
		await blobs.removeDeleted?.();
		expect(s3.objects.size).toBe(0);
		expect(await db.selectFrom("blob_objects").selectAll().execute()).toEqual([]);
	});

	test("an object that cannot be removed keeps no other", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		for (const key of ["aa01", "aa02"]) {
			await keep(db, blobs, key, key);
			await blobs.delete(db, key);
		}
		// All tries of the first one.
		s3.fail("500", "500", "500");
		await expect(blobs.removeDeleted?.()).rejects.toMatchObject({ errors: { length: 1 } });
		expect(s3.objects.size).toBe(1);
		expect(await db.selectFrom("blob_objects").selectAll().execute()).toHaveLength(1);
	});

	test("the sweeper removes what no file has referred to for an hour, and what arrived longer ago than an upload may take", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		const me = await somebody(db);
		await send({ db, blobs }, me, "план.txt", "нужные");
		await keep(db, blobs, "aa02", "ничьи");
		await blobs.receive(bytesOf("начатые"));
		await sweepFiles({ db, blobs }, Date.now() + HOUR / 2);
		expect(s3.objects.size).toBe(3);
		await sweepFiles({ db, blobs }, Date.now() + 12 * HOUR);
		expect([...s3.objects.values()].map(String).sort()).toEqual(["начатые", "нужные"]);
		await sweepFiles({ db, blobs }, Date.now() + 14 * HOUR);
		expect([...s3.objects.values()].map(String)).toEqual(["нужные"]);
	});

	test("a storage that is down keeps nothing on the disk from being swept", async () => {
		const db = await openTestDb();
		const { s3, blobs, folder } = await openStore(db);
		await keep(db, blobs, "ab12", "лишние");
		await blobs.delete(db, "ab12");
		const left = join(folder, "tmp", "left-by-a-killed-server");
		writeFileSync(left, "x");
		s3.down = true;
		const sweeping = sweepFiles({ db, blobs }, Date.now() + 14 * HOUR);
		await expect(sweeping).rejects.toMatchObject({ errors: { length: 1 } });
		expect(readdirSync(join(folder, "tmp"))).toEqual([]);
	});

	test("a document goes the whole way: sent, read, downloaded, erased", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		const parts = { db, blobs };
		const me = await somebody(db);
		const id = await send(parts, me, "книга.txt", "Настольная книга садовода.");
		await readQueued(parts);
		const file = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		expect(file.state).toBe("ready");
		expect((await read(await blobs.get(file.blob)))?.toString()).toBe("Настольная книга садовода.");
		await eraseUnattached(parts, me, [id]);
		await blobs.removeDeleted?.();
		expect(s3.objects.size).toBe(0);
	});

	test("what lies in the folder or in the database from before is still read and deleted", async () => {
		const db = await openTestDb();
		const { s3, folder, blobs } = await openStore(db);
		await keep(db, openBlobs(db, folder, null), "ab12", "прежние");
		expect((await read(await blobs.get("ab12")))?.toString()).toBe("прежние");
		await blobs.delete(db, "ab12");
		expect(await blobs.get("ab12")).toBeUndefined();
		expect(s3.requests).toEqual([]);
	});

	test("one failure on the way is tried again; a body that breaks off is an error, not a short file", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		s3.fail("500", "breaks");
		await keep(db, blobs, "ab12", Buffer.alloc(100_000, "я"));
		s3.fail("500");
		expect((await read(await blobs.get("ab12")))?.length).toBe(100_000);
		s3.fail("cut");
		await expect(blobs.get("ab12").then(read)).rejects.toThrow();
	});

	test("a storage that is down refuses the file in words, and the form's text stays", async () => {
		const db = await openTestDb();
		const { s3, blobs, folder } = await openStore(db);
		const error = vi.spyOn(log, "error").mockImplementation(() => {});
		s3.down = true;
		await expect(blobs.receive(bytesOf("текст"))).rejects.toThrow(StorageDown);
		const body = new FormData();
		body.append("text", "Что здесь?");
		body.append("files", new File(["текст"], "план.txt"));
		const { form, refused } = await readMultipart(new Request("http://x/", { method: "POST", body }), blobs);
		expect(form.get("text")).toBe("Что здесь?");
		expect(refused).toEqual([{ name: "план.txt", bytes: 10, problem: "storage-down" }]);
		expect(JSON.stringify(error.mock.calls)).not.toMatch(/secret|127\.0\.0\.1/);
		expect(readdirSync(join(folder, "tmp"))).toEqual([]);
		error.mockRestore();
	});

	test("a document whose storage is down waits for it, and is read when it is back; a download says that it is down", async () => {
		const db = await openTestDb();
		const { s3, blobs } = await openStore(db);
		const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
		const parts = { db, blobs };
		const me = await somebody(db);
		const id = await send(parts, me, "Договор.txt", "Текст договора.");
		const row = () => db.selectFrom("files").select(["state", "failure"]).executeTakeFirstOrThrow();
		s3.down = true;
		expect(await readQueued(parts)).toMatchObject([{ outcome: "reschedule" }]);
		expect(await row()).toEqual({ state: "reading", failure: null });
		await expect(openDownload(parts, me, id)).rejects.toThrow(StorageDown);
		expect(await openDownload(parts, me, id).catch(orStorageDown)).toBe("storage-down");
		expect(JSON.stringify(warn.mock.calls)).not.toMatch(/secret|127\.0\.0\.1/);
		warn.mockRestore();
		s3.down = false;
		await db.updateTable("jobs").set({ due_at: 1 }).execute();
		await readQueued(parts);
		expect(await row()).toEqual({ state: "ready", failure: null });
	});
});

test("doctor's question tells a wrong key and a bucket that is not there from a good one", async () => {
	const s3 = await startFakeS3();
	opened.push(s3);
	await new S3Client(addressOf(s3.url)).check();
	await expect(new S3Client(addressOf(s3.urlWithWrongSecret)).check()).rejects.toThrow(
		"S3: GET 403 SignatureDoesNotMatch",
	);
	await expect(new S3Client(addressOf(s3.urlOfNoBucket)).check()).rejects.toThrow("S3: GET 404 NoSuchBucket");
	expect(s3.objects.size).toBe(0);
});

test("a storage that switches to another protocol has not answered: it is asked again, and given up", async () => {
	const s3 = await startFakeS3();
	opened.push(s3);
	s3.fail("switches");
	expect(await new S3Client(addressOf(s3.url)).has("x")).toBe(false);
	s3.fail("switches", "switches", "switches");
	await expect(new S3Client(addressOf(s3.url)).get("x")).rejects.toThrow("S3: GET EPROTO");
});
