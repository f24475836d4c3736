import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StorageFull } from "../../app/files/blobs/blob-store.server.ts";
import { FolderStore } from "../../app/files/blobs/folder-store.server.ts";
import { openBlobs } from "../../app/files/blobs/open-blobs.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { openFiles } from "../support/open-files.ts";
import { blobsOf, bytesOf } from "./stored.ts";

const HOUR = 3_600_000;
const MB = 1024 ** 2;

const read = async (bytes: AsyncIterable<Uint8Array> | undefined) => {
	if (!bytes) return undefined;
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes) pieces.push(piece);
	return Buffer.concat(pieces);
};

eachDatabase((openTestDb) => {
	describe("the bytes of files", () => {
		test("what is received is kept under its key, whole, and deleted", async () => {
			const db = await openTestDb();
			const blobs = blobsOf(db);
			const large = Buffer.alloc(600 * 1024, "абвг");
			const received = await blobs.receive(bytesOf(large));
			expect(received.bytes).toBe(large.length);
			await db.transaction().execute((trx) => blobs.put(trx, received.temporary, "ab12"));
			expect((await read(await blobs.get("ab12")))?.equals(large)).toBe(true);
			const size = await blobs.withFile(
				"ab12",
				async (path) => (await import("node:fs")).statSync(path).size,
			);
			expect(size).toBe(large.length);
			await blobs.delete(db, "ab12");
			expect(await blobs.get("ab12")).toBeUndefined();
			expect(await blobs.withFile("ab12", async () => 1)).toBeUndefined();
		});

		test("what breaks off leaves nothing", async () => {
			const db = await openTestDb();
			const blobs = blobsOf(db);
			const broken = async function* () {
				yield Buffer.alloc(400 * 1024);
				throw new Error("broken off");
			};
			await expect(blobs.receive(broken())).rejects.toThrow("broken off");
			expect(await db.selectFrom("blob_pieces").selectAll().execute()).toEqual([]);
		});

		test("the sweeper removes what is an hour old and what no row refers to", async () => {
			const db = await openTestDb();
			const blobs = blobsOf(db);
			const kept = await blobs.receive(bytesOf("нужные"));
			await db.transaction().execute((trx) => blobs.put(trx, kept.temporary, "aa01"));
			const orphan = await blobs.receive(bytesOf("ничьи"));
			await db.transaction().execute((trx) => blobs.put(trx, orphan.temporary, "aa02"));
			const temporary = await blobs.receive(bytesOf("начатые"));
			const findKept = async () => new Set(["aa01"]);
			await blobs.sweep(findKept, Date.now() + HOUR / 2);
			expect(await read(await blobs.get("aa02"))).toBeDefined();
			await blobs.sweep(findKept, Date.now() + 2 * HOUR);
			expect((await read(await blobs.get("aa01")))?.toString()).toBe("нужные");
			expect(await blobs.get("aa02")).toBeUndefined();
			await expect(
				db.transaction().execute(async (trx) => {
					await blobs.put(trx, temporary.temporary, "aa03");
					if (!(await blobs.get("aa03"))) throw new Error("gone");
				}),
			).rejects.toThrow();
		});

		test("what cannot be removed, like folders of a network drive, keeps nothing else from being swept", async () => {
			const db = await openTestDb();
			const folder = mkdtempSync(join(tmpdir(), "sobesednik-files-"));
			const blobs = openBlobs(db, folder, null);
			for (const stray of ["tmp/@eaDir", "aa/@eaDir"]) mkdirSync(join(folder, stray), { recursive: true });
			const orphan = await blobs.receive(bytesOf("ничьи"));
			await db.transaction().execute((trx) => blobs.put(trx, orphan.temporary, "aa02"));
			await blobs.receive(bytesOf("начатые"));
			const sweeping = blobs.sweep(async () => new Set(), Date.now() + 2 * HOUR);
			await expect(sweeping).rejects.toThrow(AggregateError);
			expect(await blobs.get("aa02")).toBeUndefined();
			expect(readdirSync(join(folder, "tmp"))).toEqual(["@eaDir"]);
			expect(readdirSync(join(folder, "aa"))).toEqual(["@eaDir"]);
			expect(await db.selectFrom("blob_pieces").select("name").execute()).toEqual([]);
		});

		test.runIf(process.platform === "linux")(
			"a reader that leaves, before it begins or later, leaves no file open",
			async () => {
				const db = await openTestDb();
				const store = new FolderStore(mkdtempSync(join(tmpdir(), "sobesednik-files-")));
				const key = randomUUID();
				const { temporary } = await store.receive(bytesOf(Buffer.alloc(MB)));
				await store.put(db, temporary, key);
				for (let i = 0; i < 20; i++) {
					const unread = (await store.get(key))?.[Symbol.asyncIterator]();
					await unread?.return?.();
					for await (const _ of (await store.get(key)) ?? []) break;
				}
				// By then those that were opened are open.
				expect((await read(await store.get(key)))?.length).toBe(MB);
				await expect.poll(() => openFiles(process.pid, key)).toBe(0);
			},
		);
	});
});

test("bytes that would take the last room of the disk are refused in their middle, and leave nothing", async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-files-"));
	// Others are received meanwhile.
	const rooms = [400 * MB, 300 * MB, 200 * MB];
	const store = new FolderStore(folder, async () => rooms.shift() ?? 0);
	let megabytes = 0;
	const bytes = async function* () {
		for (; megabytes < 20; megabytes++) yield Buffer.alloc(MB);
	};
	await expect(store.receive(bytes())).rejects.toBeInstanceOf(StorageFull);
	expect(megabytes).toBe(7);
	expect(rooms).toEqual([]);
	expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});
