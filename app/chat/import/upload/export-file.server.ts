import { type FileHandle, open } from "node:fs/promises";
import { openEntry, type ZipEntry, ZipError, zipEntries } from "../../../platform/zip-file.server.ts";
import { type ImportProblem, NotAnExport } from "../formats/array-items.server.ts";
import { EXPORT_LIMITS } from "../import-limits.server.ts";

/** An archive has one such file, or several numbered ones when there is much. */
const CONVERSATIONS = /(^|\/)conversations(-\d+)?\.json$/;

const ZIP_PROBLEMS: Record<ZipError["code"], ImportProblem> = {
	empty: "no-conversations",
	"cut-off": "cut-off",
	"too-large": "too-much",
	damaged: "not-json",
};

/** The bytes of one conversations file, to be read to their end before the next file. */
export type ConversationsFile = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * The conversations files of a stored upload: the upload itself, or those in its zip archive.
 * @param onRead receives the part that has been read, from 0 to 1
 * @throws {NotAnExport} when there is none, or more than the limits
 */
export async function* conversationsFiles(
	path: string,
	onRead: (share: number) => void = () => {},
): AsyncGenerator<ConversationsFile, void, undefined> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		if (size === 0) throw new NotAnExport("no-conversations");
		if (await isZip(file)) yield* unzip(file, size, onRead);
		else yield counted(chunksOf(file), (bytes) => onRead(bytes / size));
	} catch (error) {
		throw withImportProblem(error);
	} finally {
		await file.close();
	}
}

const withImportProblem = (error: unknown) =>
	error instanceof ZipError ? new NotAnExport(ZIP_PROBLEMS[error.code]) : error;

async function isZip(file: FileHandle): Promise<boolean> {
	const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
	return buffer.toString("latin1") === "PK";
}

async function* unzip(zip: FileHandle, size: number, onRead: (share: number) => void) {
	const entries: ZipEntry[] = [];
	for await (const entry of zipEntries(zip, size, EXPORT_LIMITS.entries)) {
		if (!CONVERSATIONS.test(entry.name)) continue;
		entries.push(entry);
		if (entries.length > EXPORT_LIMITS.files) throw new NotAnExport("too-much");
	}
	if (entries.length === 0) throw new NotAnExport("no-conversations");
	const budget = { left: EXPORT_LIMITS.unpackedBytes };
	const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
	let before = 0;
	for (const entry of entries) {
		// The sizes are the archive's own claims and may be false.
		yield counted(unpack(zip, entry, budget), (bytes) => onRead(Math.min(1, (before + bytes) / total || 0)));
		before += entry.unpacked;
	}
}

async function* unpack(zip: FileHandle, entry: ZipEntry, budget: { left: number }): ConversationsFile {
	const bytes = await openEntry(zip, entry).catch((error) => {
		throw withImportProblem(error);
	});
	try {
		for await (const chunk of bytes) {
			budget.left -= chunk.length;
			if (budget.left < 0) throw new NotAnExport("too-much");
			yield chunk;
		}
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "";
		// The errors of zlib on damaged data.
		if (code === "ERR_STREAM_PREMATURE_CLOSE" || code.startsWith("Z_")) throw new NotAnExport("not-json");
		throw error;
	} finally {
		bytes.destroy();
	}
}

/** In one buffer, valid until the next chunk is asked for: new ones would be garbage as large as the file. */
async function* chunksOf(file: FileHandle): ConversationsFile {
	const buffer = Buffer.allocUnsafeSlow(64 * 1024);
	for (let at = 0; ; ) {
		const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
		if (bytesRead === 0) return;
		at += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}

async function* counted(bytes: AsyncIterable<Uint8Array>, onBytes: (sum: number) => void): ConversationsFile {
	let sum = 0;
	for await (const chunk of bytes) {
		sum += chunk.length;
		onBytes(sum);
		yield chunk;
	}
}
