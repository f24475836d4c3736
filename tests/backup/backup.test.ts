import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openSource, openTarget } from "../../app/backup/open-store.server.ts";
import { restoreBackup } from "../../app/backup/restore-backup.server.ts";
import { writeBackup } from "../../app/backup/write-backup.server.ts";
import { findFiles } from "../../app/files/attachments.server.ts";
import type { BlobStore } from "../../app/files/blobs/blob-store.server.ts";
import { openBlobs } from "../../app/files/blobs/open-blobs.server.ts";
import { type Download, openDownload } from "../../app/files/download.server.ts";
import { sweepFiles } from "../../app/files/erase-files.server.ts";
import { keepDocument } from "../../app/files/library/change-document.server.ts";
import { searchDocuments } from "../../app/files/library/search-documents.server.ts";
import { openPicture } from "../../app/files/pictures/pictures.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { somebody } from "../chat/people.ts";
import { readJobless, readQueued, send } from "../files/stored.ts";
import { giveHistory, rowsOfChat } from "../privacy/history.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { jpeg } from "../support/documents/picture.ts";
import { contents, filled } from "./copied-data.ts";

const NOW = new Date("2026-11-22T12:00:00Z");

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const foldersOf = (name: string) => ({
	data: join(folder, name, "data"),
	content: join(folder, name, "content"),
});
const copy = () => join(folder, "copy");

async function backUp(db: Db, passphrase: string | null = null) {
	const source = await openSource(urlOf(db));
	if (!source) throw new Error("no database");
	return writeBackup(source, foldersOf("before"), copy(), { passphrase, now: NOW }).finally(() =>
		source.close(),
	);
}

const restore = (url: string, passphrase: string | null = null) =>
	restoreBackup(copy(), foldersOf("after"), {
		passphrase,
		target: ({ schema }) => openTarget(url, schema),
	});

const sqliteUrl = (name = "restored.db") => `sqlite:${join(folder, name)}`;

type Parts = { db: Db; blobs: BlobStore };

const bytesOf = async (download: Download | undefined) =>
	Buffer.from(await new Response(download?.body).arrayBuffer());

const bytesOfPicture = async (parts: Parts, accountId: string, fileId: string) =>
	Buffer.from(
		await new Response(await openPicture(parts, accountId, { fileId, n: 1, size: "small" })).arrayBuffer(),
	);

eachDatabase((openTestDb, name) => {
	test("a copy comes back whole, into this kind of database and into the other one", async () => {
		const db = await openTestDb();
		const accountId = await filled(db);
		const before = await contents(urlOf(db));
		const summary = await backUp(db);
		expect(summary?.rows).toBe(Object.values(before).flat().length);
		expect(summary?.rows).toBeGreaterThan(200);
		expect(statSync(copy()).mode & 0o777).toBe(0o600);

		const postgres = await emptyPostgres();
		for (const url of [sqliteUrl(), postgres.url]) {
			expect(await restore(url)).toMatchObject({ rows: summary?.rows, tables: summary?.tables });
			expect(await contents(url)).toEqual(before);
			const restored = await openDatabase(url);
			expect(await migrate(restored)).toEqual([]);
			// References hold again: an account takes its conversations with it.
			await restored.deleteFrom("accounts").where("id", "=", accountId).execute();
			expect(await rowsOfChat(restored, accountId)).toBe(0);
			await restored.destroy();
		}
		await postgres.remove();
	});

	test("what is written while the copy is made is in it wholly or not at all, and nobody waits for it", async () => {
		const db = await openTestDb();
		const accountId = await filled(db);
		const source = await openSource(urlOf(db));
		if (!source) throw new Error("no database");
		const before = await contents(urlOf(db));
		// The moment of the copy is that of its first read.
		await source.schema();
		await giveHistory(db, accountId, { conversations: 10 });
		await db.deleteFrom("answer_log").execute();
		await writeBackup(source, foldersOf("before"), copy(), { passphrase: null, now: NOW });
		await source.close();
		await restore(sqliteUrl());
		expect(await contents(sqliteUrl())).toEqual(before);
	});

	test("nothing is restored over something, and of a damaged copy nothing at all", async () => {
		const db = await openTestDb();
		await filled(db);
		await backUp(db);
		await expect(restore(urlOf(db))).rejects.toThrow("not empty");
		const whole = readFileSync(copy());
		const postgres = await emptyPostgres();
		const url = name === "SQLite" ? sqliteUrl() : postgres.url;
		const middle = Math.floor(whole.length / 2);
		const altered = Buffer.from(whole);
		altered[middle] = (altered[middle] ?? 0) ^ 1;
		for (const damaged of [
			whole.subarray(0, middle),
			whole.subarray(0, -1),
			altered,
			Buffer.alloc(0),
			Buffer.from("PK"),
		]) {
			writeFileSync(copy(), damaged);
			await expect(restore(url)).rejects.toMatchObject({ name: "DamagedBackup" });
		}
		writeFileSync(copy(), whole);
		expect((await restore(url)).tables).toBeGreaterThan(10);
		await postgres.remove();
	});

	test("a server that was started meanwhile keeps the database that it has made", async () => {
		const db = await openTestDb();
		await filled(db);
		await backUp(db);
		for (const made of ["restored.db", "restored.db-wal"]) {
			const started = restoreBackup(copy(), foldersOf("after"), {
				passphrase: null,
				target: async ({ schema }) => {
					const target = await openTarget(sqliteUrl(), schema);
					writeFileSync(join(folder, made), "its own");
					return target;
				},
			});
			await expect(started).rejects.toMatchObject({ name: "NotEmpty" });
			expect(readdirSync(folder).filter((one) => one.startsWith("restored"))).toEqual([made]);
			expect(readFileSync(join(folder, made), "utf8")).toBe("its own");
			rmSync(join(folder, made));
		}
		expect((await restore(sqliteUrl())).tables).toBeGreaterThan(10);
	});

	test("a table that the schema does not have is passed over, and told", async () => {
		const db = await openTestDb();
		await filled(db);
		const before = await contents(urlOf(db));
		await sql`create table strangers (id integer)`.execute(db);
		await sql`insert into strangers values (1), (2)`.execute(db);
		await backUp(db);
		await sql`drop table strangers`.execute(db);
		const skipped: string[] = [];
		await restoreBackup(copy(), foldersOf("after"), {
			passphrase: null,
			target: ({ schema }) => openTarget(sqliteUrl(), schema),
			onSkipped: (table) => void skipped.push(table),
		});
		expect(skipped).toEqual(["strangers"]);
		expect(await contents(sqliteUrl())).toEqual(before);
	});

	test("documents and pictures come back with their bytes: a text is read anew and found, a picture is what it was", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const before = { db, blobs: openBlobs(db, join(foldersOf("before").data, "files")) };
		const photo = jpeg(40, 30, (x) => x * 50);
		const document = await send(before, me, "Договор.txt", "Размер арендной платы меняется раз в год.");
		const picture = await send(before, me, "План.jpg", photo);
		for (const id of [document, picture]) await keepDocument(db, me, id);
		await readQueued(before);
		const shown = await bytesOfPicture(before, me, picture);
		await backUp(db);

		const postgres = await emptyPostgres();
		for (const url of [sqliteUrl("with-files.db"), postgres.url]) {
			await restore(url);
			const restored = await openDatabase(url);
			const after = { db: restored, blobs: openBlobs(restored, join(foldersOf("after").data, "files")) };
			expect((await findFiles(restored, me, [document, picture])).map(({ state }) => state)).toEqual([
				"waiting",
				"ready",
			]);
			expect(await bytesOfPicture(after, me, picture)).toEqual(shown);
			expect(await bytesOf(await openDownload(after, me, picture))).toEqual(photo);
			// As a server does that has started on a restored database.
			await readJobless(after);
			expect((await searchDocuments(restored, me, "арендную плату")).hits).toMatchObject([
				{ fileId: document },
			]);
			expect((await bytesOf(await openDownload(after, me, document))).toString()).toContain("раз в год");
			await restored.destroy();
		}
		await postgres.remove();
	});

	test("what lay in the data folder outlives a restore and its sweeper; one that fails leaves it as it was", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const before = { db, blobs: openBlobs(db, join(foldersOf("before").data, "files")) };
		const kept = await send(
			before,
			me,
			"План.jpg",
			jpeg(40, 30, (x) => x * 50),
		);
		await keepDocument(db, me, kept);
		await backUp(db);
		const whole = readFileSync(copy());
		const { data } = foldersOf("after");
		const key = `ab${"0".repeat(62)}`;
		const lying = { [`files/ab/${key}`]: "с тех пор", "imports/archive": "ждёт", "session-secret": "свой" };
		for (const [path, text] of Object.entries(lying)) {
			mkdirSync(dirname(join(data, path)), { recursive: true });
			writeFileSync(join(data, path), text);
		}
		const found = (folder: string) =>
			Object.keys(lying).map(
				(path) => existsSync(join(folder, path)) && readFileSync(join(folder, path), "utf8"),
			);
		writeFileSync(copy(), whole.subarray(0, -1));
		await expect(restore(sqliteUrl())).rejects.toMatchObject({ name: "DamagedBackup" });
		expect([found(data), readdirSync(data).toSorted()]).toEqual([
			Object.values(lying),
			["files", "imports", "session-secret"],
		]);
		writeFileSync(copy(), whole);
		const { putAside } = await restore(sqliteUrl());
		// The copy has no secret: that of the folder stays.
		expect(found(putAside ?? "")).toEqual(["с тех пор", "ждёт", false]);
		expect(found(data)).toEqual([false, false, "свой"]);
		const restored = await openDatabase(sqliteUrl());
		const after = { db: restored, blobs: openBlobs(restored, join(data, "files")) };
		await sweepFiles(after, Date.now() + 2 * 60 * 60_000);
		expect(found(putAside ?? "")).toEqual(["с тех пор", "ждёт", false]);
		expect((await bytesOf(await openDownload(after, me, kept))).length).toBeGreaterThan(0);
		await restored.destroy();
	});

	test("uploads, the server's own secret and the operator's content come back; nothing else of the folder", async () => {
		const db = await openTestDb();
		await filled(db);
		const { data, content } = foldersOf("before");
		const put = (path: string, text: string) => {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
		};
		put(join(data, "imports", "place"), "место");
		put(join(data, "imports", "большой.zip"), "архив ".repeat(50_000));
		put(join(data, "imports", "пустой"), "");
		put(join(data, "session-secret"), "секрет");
		put(join(data, "builds", "a.js"), "x");
		put(join(content, "legal", "offer.md"), "# Оферта");
		expect((await backUp(db))?.files).toBe(5);
		await restore(sqliteUrl());
		const after = foldersOf("after");
		expect(readFileSync(join(after.data, "imports", "большой.zip"), "utf8")).toBe("архив ".repeat(50_000));
		expect(statSync(join(after.data, "imports", "пустой")).size).toBe(0);
		expect(readFileSync(join(after.data, "session-secret"), "utf8")).toBe("секрет");
		expect(statSync(join(after.data, "session-secret")).mode & 0o777).toBe(0o600);
		expect(readFileSync(join(after.content, "legal", "offer.md"), "utf8")).toBe("# Оферта");
		expect(existsSync(join(after.data, "builds"))).toBe(false);
	});

	test("an encrypted copy needs its passphrase and shows no word without it", async () => {
		const db = await openTestDb();
		await filled(db);
		await backUp(db, "верный пароль копии");
		expect(readFileSync(copy()).includes("accounts")).toBe(false);
		await expect(restore(sqliteUrl())).rejects.toMatchObject({ name: "PassphraseNeeded" });
		await expect(restore(sqliteUrl(), "неверный пароль")).rejects.toMatchObject({ name: "WrongPassphrase" });
		const whole = readFileSync(copy());
		writeFileSync(copy(), whole.subarray(0, -5));
		await expect(restore(sqliteUrl(), "верный пароль копии")).rejects.toThrow();
		writeFileSync(copy(), whole);
		expect((await restore(sqliteUrl(), "верный пароль копии")).rows).toBeGreaterThan(100);
	});
});

test("views, extensions and other schemas are in nobody's way, on PostgreSQL", async () => {
	const [from, to] = [await emptyPostgres(), await emptyPostgres()];
	for (const { remove } of [from, to]) onTestFinished(remove);
	const ofSchema = ({ url }: { url: string }) => `${url}?options=-c%20search_path%3Dours,public`;
	for (const { url } of [from, to]) {
		const db = await openDatabase(url);
		await sql`create schema ours`.execute(db);
		await sql`create extension pg_stat_statements schema ours`.execute(db);
		await sql`create view ours.strangers as select 1 as id`.execute(db);
		await sql`create table strangers (id integer primary key references strangers)`.execute(db);
		await db.destroy();
	}
	const db = await openDatabase(ofSchema(from));
	await migrate(db);
	await filled(db);
	await db.destroy();
	const before = await contents(ofSchema(from));
	expect(before).toHaveProperty("accounts");
	const source = await openSource(ofSchema(from));
	if (!source) throw new Error("no database");
	await writeBackup(source, foldersOf("before"), copy(), { passphrase: null, now: NOW });
	await source.close();
	const whole = readFileSync(copy());
	writeFileSync(copy(), whole.subarray(0, -1));
	await expect(restore(ofSchema(to))).rejects.toMatchObject({ name: "DamagedBackup" });
	writeFileSync(copy(), whole);
	await restore(ofSchema(to));
	expect(await contents(ofSchema(to))).toEqual(before);
	await expect(restore(ofSchema(to))).rejects.toThrow("not empty");
});
