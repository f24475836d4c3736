import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncPath } from "../platform/sync-path.server.ts";
import { partOf } from "./backup-folder.server.ts";
import { type CopiedFolders, copiedFiles, fileRecords } from "./data-files.server.ts";
import { encryption } from "./encryption.server.ts";
import { type BackupHead, encodeRow } from "./records.server.ts";
import { RowSum } from "./row-sum.server.ts";
import type { TableSource } from "./table-store.server.ts";

/** Lines are passed on together: a stream's step for each row would cost more than the row. */
const CHUNK_CHARACTERS = 64 * 1024;

export type BackupSummary = { schema: string; tables: number; rows: number; files: number; bytes: number };

/**
 * Writes a copy of all tables, as they were at one moment, and of the files beside them. The server may go on.
 * @param file appears only when it is whole and on the disk, readable by its owner only
 * @param passphrase encrypts the copy; null: not encrypted
 * @returns null where the database holds no tables of ours
 * @throws when the file cannot be written
 */
export async function writeBackup(
	source: TableSource,
	folders: CopiedFolders,
	file: string,
	{ passphrase, now, onTable }: { passphrase: string | null; now: Date; onTable?: (table: string) => void },
): Promise<BackupSummary | null> {
	const schema = await source.schema();
	if (schema === undefined) return null;
	const head: BackupHead = {
		sobesednik: "backup",
		version: 1,
		schema,
		database: source.database,
		madeAt: now.toISOString(),
	};
	const summary = { schema, tables: 0, rows: 0, files: 0, bytes: 0 };
	// The number of a process is unique on its machine only.
	const part = `${partOf(file, process.pid)}${randomUUID().slice(0, 8)}.part`;
	await mkdir(dirname(file), { recursive: true });
	try {
		await pipeline([
			Readable.from(inChunks(lines())),
			createGzip(),
			...(passphrase === null ? [] : [await encryption(passphrase)]),
			createWriteStream(part, { mode: 0o600, flush: true }),
		]);
		summary.bytes = (await stat(part)).size;
		await rename(part, file);
		await syncPath(dirname(file));
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
	return summary;

	async function* lines(): AsyncGenerator<string> {
		yield JSON.stringify(head);
		for (const table of await source.tables()) {
			onTable?.(table);
			const columns = await source.columns(table);
			yield JSON.stringify({ table, columns });
			const sum = new RowSum();
			for await (const row of source.rows(table, columns)) {
				sum.add(row);
				yield encodeRow(row);
			}
			yield JSON.stringify({ end: sum.tally });
			summary.tables++;
			summary.rows += sum.tally.count;
		}
		for await (const { name, path } of copiedFiles(folders)) {
			let isThere = false;
			for await (const record of fileRecords(name, path)) {
				isThere = true;
				yield JSON.stringify(record);
			}
			if (isThere) summary.files++;
		}
		yield JSON.stringify({ whole: { tables: summary.tables, files: summary.files } });
	}
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
	let chunk = "";
	for await (const line of lines) {
		chunk += `${line}\n`;
		if (chunk.length < CHUNK_CHARACTERS) continue;
		yield chunk;
		chunk = "";
	}
	yield chunk;
}
