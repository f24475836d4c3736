/** The upload is not what we can read. The screen has the words. */
export class NotAnExport extends Error {
	readonly code: "no-conversations" | "not-json" | "cut-off" | "conversation-too-large";
	constructor(code: NotAnExport["code"]) {
		super(code);
		this.name = "NotAnExport";
		this.code = code;
	}
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const ARRAY = 0x5b;
const SPACE = new Set([0x20, 0x0a, 0x0d, 0x09]);
const BOM = [0xef, 0xbb, 0xbf];

/**
 * Cuts a JSON array into the texts of its items while its bytes arrive, so that a file of any size needs the
 * memory of its largest item. It only counts brackets; each item is then parsed by `JSON.parse`, which is
 * ten times faster than parsers that work piece by piece.
 * @param largest bytes that one item may have
 * @throws {NotAnExport} when it is no array, breaks off, or an item is larger
 */
export async function* arrayItems(
	bytes: AsyncIterable<Uint8Array>,
	largest: number,
): AsyncGenerator<string, void, undefined> {
	let depth = 0;
	let inString = false;
	let escaped = false;
	let ended = false;
	let bomLeft = BOM;
	let item: Uint8Array[] = [];
	let size = 0;

	const keep = (piece: Uint8Array) => {
		if (piece.length === 0) return;
		size += piece.length;
		if (size > largest) throw new NotAnExport("conversation-too-large");
		item.push(piece);
	};
	const take = () => {
		const text = Buffer.concat(item).toString("utf8").trim();
		item = [];
		size = 0;
		return text;
	};

	for await (const chunk of bytes) {
		let from = 0;
		for (let i = 0; i < chunk.length; i++) {
			const byte = chunk[i] as number;
			if (inString) {
				if (escaped) escaped = false;
				else if (byte === BACKSLASH) escaped = true;
				else if (byte === QUOTE) inString = false;
				continue;
			}
			if (depth === 0) {
				if (bomLeft[0] === byte) bomLeft = bomLeft.slice(1);
				else if (byte === ARRAY && !ended) depth = 1;
				else if (!SPACE.has(byte)) throw new NotAnExport("not-json");
				from = i + 1;
			} else if (byte === QUOTE) inString = true;
			else if (OPENING.has(byte)) depth++;
			else if (CLOSING.has(byte)) {
				depth--;
				if (depth > 0) continue;
				keep(chunk.subarray(from, i));
				from = i + 1;
				ended = true;
				const last = take();
				if (last) yield last;
			} else if (byte === COMMA && depth === 1) {
				keep(chunk.subarray(from, i));
				from = i + 1;
				yield take();
			}
		}
		// A copy: the source may reuse its buffer.
		if (depth > 0) keep(chunk.slice(from));
	}
	if (!ended) throw new NotAnExport(depth > 0 ? "cut-off" : "not-json");
}
