import { Unzip, UnzipInflate } from "fflate";
import { NotAnExport } from "./array-items.ts";

/** The archive holds one such file, or several numbered ones when there is much. */
const CONVERSATIONS = /(^|\/)conversations(-\d+)?\.json$/;
/** Compressed bytes unpacked at once: deflate gives a thousand times as many at most. */
const STEP = 4_096;
/** All of a person's conversations are far below it; a bomb is above. */
const LARGEST_UNPACKED = 8 * 1024 ** 3;

/** The bytes of one file of conversations, to be read to their end before the next file comes. */
export type ConversationsFile = AsyncIterable<Uint8Array>;

/**
 * The files of conversations in an upload: the upload itself, or those in its zip archive, unpacked while it
 * arrives. Nothing is kept.
 * @throws {NotAnExport} when an archive holds none
 */
export async function* conversationsFiles(
	upload: AsyncIterable<Uint8Array>,
): AsyncGenerator<ConversationsFile> {
	const source = upload[Symbol.asyncIterator]();
	const first = await atLeast(2, source);
	if (first.length === 0) throw new NotAnExport("no-conversations");
	const whole = chain(first, source);
	const isZip = first[0] === 0x50 && first[1] === 0x4b;
	if (!isZip) return yield whole;
	yield* unzip(whole);
}

/** The beginning, in one piece: the network may bring it a byte at a time. Shorter only where there is no more. */
async function atLeast(length: number, source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
	let first = Buffer.alloc(0);
	while (first.length < length) {
		const next = await source.next();
		if (next.done) break;
		first = Buffer.concat([first, next.value]);
	}
	return first;
}

async function* chain(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	yield first;
	for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

type Piece = { file: number; bytes: Uint8Array };

async function* unzip(zip: AsyncIterable<Uint8Array>): AsyncGenerator<ConversationsFile> {
	const pieces = unpack(zip);
	let next = await pieces.next();
	if (next.done) throw new NotAnExport("no-conversations");
	while (!next.done) {
		const { file } = next.value;
		yield (async function* () {
			while (!next.done && next.value.file === file) {
				yield next.value.bytes;
				next = await pieces.next();
			}
		})();
	}
}

async function* unpack(zip: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, void, undefined> {
	let files = 0;
	let total = 0;
	let out: Piece[] = [];
	let damaged = false;
	const archive = new Unzip((entry) => {
		if (!CONVERSATIONS.test(entry.name)) return;
		const file = ++files;
		entry.ondata = (error, bytes) => {
			if (error) damaged = true;
			else if (bytes.length > 0) out.push({ file, bytes });
		};
		entry.start();
	});
	archive.register(UnzipInflate);
	for await (const chunk of zip) {
		for (let at = 0; at < chunk.length; at += STEP) {
			try {
				archive.push(chunk.slice(at, at + STEP));
			} catch {
				damaged = true;
			}
			if (damaged) throw new NotAnExport("not-json");
			for (const piece of out) {
				total += piece.bytes.length;
				if (total > LARGEST_UNPACKED) throw new NotAnExport("conversation-too-large");
				yield piece;
			}
			out = [];
		}
	}
}
