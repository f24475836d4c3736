import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

// The layout is that of APPNOTE.TXT, sections 4.3 and 4.4 (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
const END = { signature: 0x06054b50, size: 22 };
const END_64 = { signature: 0x06064b50, size: 56 };
const LOCATOR_64 = { signature: 0x07064b50, size: 20 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
const LONGEST_COMMENT = 0xffff;
const IN_64 = 0xffffffff;
const EXTRA_64 = 1;
const STORED = 0;
const DEFLATED = 8;
/** The maximum size of the central directory, in bytes; two hundred thousand entries have some thirty million. */
const LARGEST_DIRECTORY = 48 * 1024 ** 2;

/** `cut-off`: no directory at its end; `too-large`: its directory is; `damaged`: an entry cannot be unpacked. */
type ZipProblem = "empty" | "cut-off" | "too-large" | "damaged";

/** The archive cannot be read. */
export class ZipError extends Error {
	readonly code: ZipProblem;
	constructor(code: ZipProblem) {
		super(code);
		this.name = "ZipError";
		this.code = code;
	}
}

/** An entry of the archive's central directory. */
export type ZipEntry = {
	name: string;
	method: number;
	encrypted: boolean;
	packed: number;
	unpacked: number;
	at: number;
};

/**
 * The entries of an archive, from the central directory at its end: nothing else of the archive is read or kept,
 * whatever its size.
 * @param most the limit of entries
 * @throws {ZipError} when it has no directory, or one that is too large
 */
export async function* zipEntries(
	zip: FileHandle,
	size: number,
	most: number,
): AsyncGenerator<ZipEntry, void, undefined> {
	const { at, bytes, count } = await findDirectory(zip, size);
	if (bytes > LARGEST_DIRECTORY || count > most) throw new ZipError("too-large");
	const directory = await readAt(zip, at, bytes);
	for (let from = 0, seen = 0; from + ENTRY.size <= directory.length; ) {
		const entry = directory.subarray(from);
		if (entry.readUInt32LE(0) !== ENTRY.signature) return;
		// The number of entries in the end record may be false.
		if (++seen > most) throw new ZipError("too-large");
		const nameEnd = ENTRY.size + entry.readUInt16LE(28);
		const extraEnd = nameEnd + entry.readUInt16LE(30);
		const extra = entry.subarray(nameEnd, extraEnd);
		const unpacked = entry.readUInt32LE(24);
		const packed = entry.readUInt32LE(20);
		const local = entry.readUInt32LE(42);
		const wide = wideNumbers(extra, [unpacked, packed, local]);
		yield {
			name: entry.toString("utf8", ENTRY.size, nameEnd),
			encrypted: (entry.readUInt16LE(8) & 1) === 1,
			method: entry.readUInt16LE(10),
			unpacked: wide[0] ?? 0,
			packed: wide[1] ?? 0,
			at: wide[2] ?? 0,
		};
		from += extraEnd + entry.readUInt16LE(32);
	}
}

/**
 * The unpacked bytes of an entry. Damaged data fails during reading, with the error of zlib.
 * @throws {ZipError} when the entry is encrypted, packed by an unknown method, or not where the directory says
 */
export async function openEntry(
	zip: FileHandle,
	{ at, packed, method, encrypted }: ZipEntry,
): Promise<Readable> {
	const local = await readAt(zip, at, LOCAL.size);
	if (local.length < LOCAL.size || local.readUInt32LE(0) !== LOCAL.signature) throw new ZipError("damaged");
	if (encrypted || (method !== STORED && method !== DEFLATED)) throw new ZipError("damaged");
	const start = at + LOCAL.size + local.readUInt16LE(26) + local.readUInt16LE(28);
	if (packed === 0) return Readable.from([]);
	const raw = zip.createReadStream({ start, end: start + packed - 1, autoClose: false });
	if (method === STORED) return raw;
	return pipeline(raw, createInflateRaw({ chunkSize: 64 * 1024 }), () => {});
}

async function findDirectory(zip: FileHandle, size: number) {
	const from = Math.max(0, size - END.size - LONGEST_COMMENT);
	const tail = await readAt(zip, from, size - from);
	for (let i = tail.length - END.size; i >= 0; i--) {
		if (tail.readUInt32LE(i) !== END.signature) continue;
		const end = {
			count: tail.readUInt16LE(i + 10),
			bytes: tail.readUInt32LE(i + 12),
			at: tail.readUInt32LE(i + 16),
		};
		const isWide = end.count === 0xffff || end.bytes === IN_64 || end.at === IN_64;
		return isWide ? ((await findDirectory64(zip, from + i)) ?? end) : end;
	}
	throw new ZipError(size < END.size ? "empty" : "cut-off");
}

async function findDirectory64(zip: FileHandle, endAt: number) {
	const locator = await readAt(zip, Math.max(0, endAt - LOCATOR_64.size), LOCATOR_64.size);
	if (locator.length < LOCATOR_64.size || locator.readUInt32LE(0) !== LOCATOR_64.signature) return null;
	const end = await readAt(zip, Number(locator.readBigUInt64LE(8)), END_64.size);
	if (end.length < END_64.size || end.readUInt32LE(0) !== END_64.signature) return null;
	const [count, bytes, at] = [32, 40, 48].map((offset) => Number(end.readBigUInt64LE(offset)));
	return { count: count ?? 0, bytes: bytes ?? 0, at: at ?? 0 };
}

/** ZIP64: numbers that did not fit are in the extra field, in their order and only those. */
function wideNumbers(extra: Buffer, numbers: number[]): number[] {
	for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
		if (extra.readUInt16LE(at) !== EXTRA_64) continue;
		let next = at + 4;
		return numbers.map((number) => {
			if (number !== IN_64 || next + 8 > extra.length) return number;
			next += 8;
			return Number(extra.readBigUInt64LE(next - 8));
		});
	}
	return numbers;
}

/** Reads `length` bytes, or fewer at the end of the file. An invalid position gives none. */
async function readAt(zip: FileHandle, at: number, length: number): Promise<Buffer> {
	if (!Number.isSafeInteger(at) || at < 0) return Buffer.alloc(0);
	const { bytesRead, buffer } = await zip.read(Buffer.alloc(length), 0, length, at);
	return buffer.subarray(0, bytesRead);
}
