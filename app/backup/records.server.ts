/** A value of a column as both databases hold it. Bytes are base64 in a record. */
export type Value = string | number | null | Uint8Array;

/** The first line of a copy. */
export type BackupHead = {
	sobesednik: "backup";
	version: 1;
	/** The name of the last migration: the schema that the rows fit. */
	schema: string;
	database: "sqlite" | "postgres";
	/** ISO 8601. */
	madeAt: string;
};

/** The number of rows or bytes and the checksum of one table or file; a restore compares them. */
export type Tally = { count: number; sum: string };

/**
 * A copy is a sequence of lines of JSON: the head; of each table its name and columns, its rows as arrays, and its
 * tally; of each file its name, its bytes in pieces, and its tally (bytes, SHA-256); at last that it is whole. Text
 * is chosen so that `zcat` shows what a copy holds, and so that both databases read it.
 */
export type BackupRecord =
	| BackupHead
	| { table: string; columns: string[] }
	| unknown[]
	| { file: string }
	| { bytes: string }
	| { end: Tally }
	| { whole: { tables: number; files: number } };

/** Characters of a line that is still read; the longest real one is an answer with its reasoning. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** @returns a row as a line of a copy, without its line break */
export function encodeRow(row: readonly Value[]): string {
	return JSON.stringify(
		row.map((value) =>
			value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value,
		),
	);
}

/** @throws {DamagedBackup} when a value is neither text, number, null nor bytes */
export function decodeRow(row: readonly unknown[]): Value[] {
	return row.map((value) => {
		if (value === null || typeof value === "string" || typeof value === "number") return value;
		const { base64 } = value as { base64?: unknown };
		if (typeof base64 !== "string") throw new DamagedBackup();
		return Buffer.from(base64, "base64");
	});
}

/** The copy is cut off, altered, or none. */
export class DamagedBackup extends Error {
	constructor() {
		super("The copy is damaged.");
		this.name = "DamagedBackup";
	}
}

/**
 * Splits text into records.
 * @throws {DamagedBackup} at a line that is no JSON, or longer than any real one
 */
export async function* readRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
	let parts: Buffer[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		let from = 0;
		for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
			parts.push(chunk.subarray(from, at));
			yield parsed(Buffer.concat(parts).toString("utf8"));
			parts = [];
			length = 0;
			from = at + 1;
		}
		parts.push(chunk.subarray(from));
		length += chunk.length - from;
		if (length > LONGEST_LINE) throw new DamagedBackup();
	}
	if (length > 0) throw new DamagedBackup();
}

function parsed(line: string): BackupRecord {
	try {
		return JSON.parse(line) as BackupRecord;
	} catch {
		throw new DamagedBackup();
	}
}
