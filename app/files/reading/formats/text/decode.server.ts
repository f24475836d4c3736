import { readFile } from "node:fs/promises";
import { ReadingError } from "../../reading-error.server.ts";
import { detectEncoding } from "./encoding.server.ts";

const CHUNK_BYTES = 64 * 1024;
/** A longer line is given in pieces. */
const LONGEST_LINE = 200_000;

/**
 * The text of a file in pieces.
 * @param encoding where the document says its own
 * @throws {ReadingError} when it is no text
 */
export async function* decoded(path: string, encoding?: string): AsyncGenerator<string, void, undefined> {
	const bytes = await readFile(path);
	const found = encoding ?? detectEncoding(bytes);
	if (!found) throw new ReadingError("unknown-type");
	const decoder = new TextDecoder(found);
	for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
		yield decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true });
	}
	yield decoder.decode();
}

/** The lines of a file, without their ends. @throws {ReadingError} when it is no text */
export async function* lines(path: string): AsyncGenerator<string, void, undefined> {
	let rest = "";
	for await (const piece of decoded(path)) {
		const found = (rest + piece).split("\n");
		rest = found.pop() ?? "";
		for (const line of found) yield line.endsWith("\r") ? line.slice(0, -1) : line;
		if (rest.length > LONGEST_LINE) {
			yield rest;
			rest = "";
		}
	}
	if (rest !== "") yield rest;
}
