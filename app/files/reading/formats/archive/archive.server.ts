import { type FileHandle, open } from "node:fs/promises";
import { openEntry, type ZipEntry, ZipError, zipEntries } from "../../../../platform/zip-file.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";

/** A part that is needed as a whole (styles, relations) and not as a stream. */
const SMALL_PART_BYTES = 16 * 1024 ** 2;

/** The parts of a document that is a ZIP archive. The unpacked bytes are counted over all parts. */
export class Archive {
	readonly #file: FileHandle;
	readonly #entries: Map<string, ZipEntry>;
	#unpackedBytes = 0;

	private constructor(file: FileHandle, entries: Map<string, ZipEntry>) {
		this.#file = file;
		this.#entries = entries;
	}

	/** @throws {ReadingError} when the archive is damaged or has too many entries */
	static async open(path: string): Promise<Archive> {
		const file = await open(path);
		const { size } = await file.stat();
		const entries = new Map<string, ZipEntry>();
		try {
			for await (const entry of zipEntries(file, size, READING_LIMITS.entries)) {
				// Some writers separate folders by a backslash. Word reads the first of two entries of one name.
				const name = entry.name.replaceAll("\\", "/").replace(/^\/+/, "");
				if (!entries.has(name)) entries.set(name, entry);
			}
		} catch (error) {
			await file.close();
			throw asReadingError(error);
		}
		return new Archive(file, entries);
	}

	close(): Promise<void> {
		return this.#file.close();
	}

	get names(): string[] {
		return [...this.#entries.keys()];
	}

	has(name: string): boolean {
		return this.#entries.has(name);
	}

	get isEncrypted(): boolean {
		return [...this.#entries.values()].some(({ encrypted }) => encrypted);
	}

	/**
	 * The unpacked bytes of a part; nothing when the archive has no such part.
	 * @throws {ReadingError} when it is damaged, or over the limit of unpacked bytes
	 */
	async *bytes(name: string): AsyncGenerator<Buffer, void, undefined> {
		const entry = this.#entries.get(name);
		if (!entry) return;
		if (entry.encrypted) throw new ReadingError("encrypted");
		try {
			for await (const chunk of await openEntry(this.#file, entry)) {
				this.#unpackedBytes += chunk.length;
				if (this.#unpackedBytes > READING_LIMITS.unpackedBytes) throw new ReadingError("too-much-unpacked");
				yield chunk;
			}
		} catch (error) {
			throw asReadingError(error);
		}
	}

	/** A small part as text; empty when the archive has none. */
	async text(name: string): Promise<string> {
		const chunks: Buffer[] = [];
		let bytes = 0;
		for await (const chunk of this.bytes(name)) {
			bytes += chunk.length;
			if (bytes > SMALL_PART_BYTES) throw new ReadingError("too-much-unpacked");
			chunks.push(chunk);
		}
		return Buffer.concat(chunks).toString("utf8");
	}
}

/** Errors of zlib on damaged data, and of the archive's directory, as refusals of the document. */
function asReadingError(error: unknown): unknown {
	if (error instanceof ZipError) {
		return new ReadingError(error.code === "too-large" ? "too-much-unpacked" : "damaged");
	}
	const code = (error as NodeJS.ErrnoException).code ?? "";
	if (code === "ERR_STREAM_PREMATURE_CLOSE" || code.startsWith("Z_")) return new ReadingError("damaged");
	return error;
}
