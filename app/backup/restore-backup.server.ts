import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type CopiedFolders, FileWriter, pathOfCopied, REPLACED, replaceFiles } from "./data-files.server.ts";
import { decryption, isEncrypted } from "./encryption.server.ts";
import { fillTable, markForRebuilding } from "./fill-table.server.ts";
import { refuseMounts } from "./own-mount.server.ts";
import {
	type BackupHead,
	type BackupRecord,
	DamagedBackup,
	decodeRow,
	readRecords,
	type Tally,
	type Value,
} from "./records.server.ts";
import type { TableTarget } from "./table-store.server.ts";

export type RestoreSummary = {
	head: BackupHead;
	tables: number;
	rows: number;
	files: number;
	/** The folder with the files that lay in the place of the restored ones; null: none did. */
	putAside: string | null;
};

/** A copy needs a passphrase, and none was given. */
export class PassphraseNeeded extends Error {
	constructor() {
		super("The copy is encrypted.");
		this.name = "PassphraseNeeded";
	}
}

/**
 * Reads a copy into a database: each table is read back and compared before anything is committed. The files of the data
 * folder take their place just before that.
 * @param target called with the head of the copy: opens a database with its schema and no rows
 * @param onTable called with each table and its number of rows
 * @param onSkipped called with each table that the schema does not have: it is not restored
 * @throws {OwnMount | PassphraseNeeded | WrongPassphrase | DamagedBackup} and what `target` throws; the database
 * and the data folder are then as before
 */
export async function restoreBackup(
	file: string,
	folders: CopiedFolders,
	{
		passphrase,
		target,
		onTable,
		onSkipped,
	}: {
		passphrase: string | null;
		target: (head: BackupHead) => Promise<TableTarget>;
		onTable?: (table: string, rows: number) => void;
		onSkipped?: (table: string) => void;
	},
): Promise<RestoreSummary> {
	// A large copy would be read to its end before the rename failed.
	await refuseMounts(folders.data, REPLACED);
	const records = recordsOf(file, passphrase);
	const head = await headOf(records);
	const into = await target(head);
	const restoring = join(folders.data, "restoring");
	try {
		// Of one that was killed.
		await rm(restoring, { recursive: true, force: true });
		const summary = { head, tables: 0, rows: 0, files: 0 };
		const tables = new Map<string, string[]>();
		const known = new Set(await into.tables());
		for (let record = await next(records); !("whole" in record); record = await next(records)) {
			if ("table" in record && !known.has(record.table)) {
				await skipTable(records);
				onSkipped?.(record.table);
			} else if ("table" in record) {
				const rows = await restoreTable(into, record, records);
				onTable?.(record.table, rows);
				summary.tables++;
				summary.rows += rows;
				tables.set(record.table, record.columns);
			} else if ("file" in record) {
				await restoreFile(record.file, { ...folders, data: restoring }, records);
				summary.files++;
			} else throw new DamagedBackup();
		}
		if (!(await records.next()).done) throw new DamagedBackup();
		await markForRebuilding(into, tables);
		// Killed between the two, it leaves no database, and nothing has been removed.
		const { putAside, undo } = await replaceFiles(restoring, folders.data, new Date());
		await into.commit().catch(async (error: unknown) => {
			await undo();
			throw error;
		});
		return { ...summary, putAside };
	} finally {
		await into.close();
		await rm(restoring, { recursive: true, force: true });
	}
}

type Records = AsyncGenerator<BackupRecord>;

async function* recordsOf(file: string, passphrase: string | null): Records {
	const encrypted = isEncrypted(await beginningOf(file));
	if (encrypted && passphrase === null) throw new PassphraseNeeded();
	const lines = new PassThrough();
	const decrypt = encrypted && passphrase !== null ? [decryption(passphrase)] : [];
	const reading = pipeline([createReadStream(file), ...decrypt, createGunzip(), lines]);
	// The error comes out of `lines` too, where it is awaited.
	reading.catch(() => {});
	try {
		yield* readRecords(lines as Readable);
	} catch (error) {
		throw isZlibError(error) ? new DamagedBackup() : error;
	} finally {
		lines.destroy();
	}
}

async function beginningOf(file: string): Promise<Buffer> {
	const handle = await open(file, "r");
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0).finally(() => handle.close());
	return buffer.subarray(0, bytesRead);
}

const isZlibError = (error: unknown) =>
	/^Z_|^ERR_STREAM_PREMATURE/.test(String((error as { code?: unknown }).code));

async function headOf(records: Records): Promise<BackupHead> {
	const head = await next(records);
	if (!("sobesednik" in head) || head.version !== 1 || typeof head.schema !== "string")
		throw new DamagedBackup();
	return head;
}

async function next(records: Records): Promise<Exclude<BackupRecord, unknown[]> | unknown[]> {
	const { value, done } = await records.next();
	if (done || typeof value !== "object" || value === null) throw new DamagedBackup();
	return value;
}

/** @returns how many rows it has, read back and equal to the copy's */
async function restoreTable(
	into: TableTarget,
	{ table, columns }: { table: string; columns: string[] },
	records: Records,
): Promise<number> {
	let end: BackupRecord | undefined;
	async function* rows(): AsyncGenerator<Value[]> {
		for (;;) {
			const record = await next(records);
			if (!Array.isArray(record)) {
				end = record;
				return;
			}
			const row = decodeRow(record);
			if (row.length !== columns.length) throw new DamagedBackup();
			yield row;
		}
	}
	const tally = await fillTable(into, { table, columns }, rows());
	if (!end) throw new DamagedBackup();
	expectEqual(end, tally);
	return tally.count;
}

/** Copies of PostgreSQL had views and tables of extensions among the tables, and an operator may have added some. */
async function skipTable(records: Records): Promise<void> {
	let record = await next(records);
	while (Array.isArray(record)) record = await next(records);
	if (!("end" in record)) throw new DamagedBackup();
}

async function restoreFile(name: string, folders: CopiedFolders, records: Records): Promise<void> {
	const path = pathOfCopied(name, folders);
	if (path === undefined) throw new DamagedBackup();
	const writer = await FileWriter.create(path);
	try {
		let record = await next(records);
		for (; "bytes" in record; record = await next(records)) {
			await writer.write(Buffer.from(String(record.bytes), "base64"));
		}
		expectEqual(record, await writer.finish());
	} finally {
		await writer.close();
	}
}

function expectEqual(record: BackupRecord, tally: Tally): void {
	if (!("end" in record) || record.end.count !== tally.count || record.end.sum !== tally.sum)
		throw new DamagedBackup();
}
