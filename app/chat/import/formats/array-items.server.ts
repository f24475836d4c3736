/** Why an upload cannot be read, or not to its end. */
export type ImportProblem =
	| "no-conversations"
	| "not-json"
	| "cut-off"
	| "conversation-too-large"
	| "too-much"
	| "account-full";

/** The upload is not a readable export. The screen has the text for each code. */
export class NotAnExport extends Error {
	readonly code: ImportProblem;
	constructor(code: ImportProblem) {
		super(code);
		this.name = "NotAnExport";
		this.code = code;
	}
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ARRAY = 0x5b;
const OBJECT = 0x7b;
const ARRAY_END = 0x5d;
const OBJECT_END = 0x7d;
const SPACE = new Set([0x20, 0x0a, 0x0d, 0x09]);
const BOM = [0xef, 0xbb, 0xbf];

export type ItemLimits = {
	bytes: number;
	/** Commas and brackets, which estimate the memory that its values will take. */
	values?: number;
	/** The maximum nesting of brackets. */
	depth?: number;
};

/** Of the buffer for an item. Most conversations are shorter; after a longer one it begins anew. */
const FIRST_BYTES = 1024 ** 2;

/** Replaces an item above the limits. */
export const TOO_LARGE = Symbol("too large");

/**
 * Splits a JSON array into the texts of its items while its bytes arrive, so that a file of any size needs the memory
 * of its largest item. It only counts brackets; each item is then parsed by `JSON.parse`, which is ten times faster
 * than streaming parsers.
 * @param largest the maximum size of an item, in bytes
 * @throws {NotAnExport} when it is no array, breaks off, or an item is larger
 */
export async function* arrayItems(
	bytes: AsyncIterable<Uint8Array>,
	largest: number,
): AsyncGenerator<string, void, undefined> {
	for await (const item of boundedItems(bytes, { bytes: largest }, "refuse"))
		if (item !== TOO_LARGE) yield item.toString("utf8").trim();
}

/**
 * The same as bytes that are valid until the next item is requested, optionally skipping items above the limits: then
 * `TOO_LARGE` comes in their place, and none of their bytes are kept.
 */
export async function* boundedItems(
	bytes: AsyncIterable<Uint8Array>,
	limits: ItemLimits,
	above: "refuse" | "pass-by",
): AsyncGenerator<Buffer | typeof TOO_LARGE, void, undefined> {
	const { values: mostValues = Number.POSITIVE_INFINITY, depth: deepest = Number.POSITIVE_INFINITY } = limits;
	let depth = 0;
	let values = 0;
	let inString = false;
	let escaped = false;
	let ended = false;
	let bomLeft = BOM;
	let item = Buffer.allocUnsafeSlow(FIRST_BYTES);
	let size = 0;
	let tooLarge = false;

	const beginAnew = () => {
		if (item.length > FIRST_BYTES) item = Buffer.allocUnsafeSlow(FIRST_BYTES);
		size = 0;
	};
	const giveUp = () => {
		if (above === "refuse") throw new NotAnExport("conversation-too-large");
		tooLarge = true;
		beginAnew();
	};
	const keep = (piece: Uint8Array) => {
		if (piece.length === 0 || tooLarge) return;
		const end = size + piece.length;
		if (end > limits.bytes) return giveUp();
		if (end > item.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(end, Math.min(2 * item.length, limits.bytes)));
			item.copy(larger, 0, 0, size);
			item = larger;
		}
		item.set(piece, size);
		size = end;
	};
	const take = () => {
		const taken = tooLarge ? TOO_LARGE : item.subarray(0, size);
		beginAnew();
		[values, tooLarge] = [0, false];
		return taken;
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
			else if (byte === ARRAY || byte === OBJECT) {
				depth++;
				values++;
				if ((depth - 1 > deepest || values > mostValues) && !tooLarge) giveUp();
			} else if (byte === ARRAY_END || byte === OBJECT_END) {
				depth--;
				if (depth > 0) continue;
				keep(chunk.subarray(from, i));
				from = i + 1;
				ended = true;
				const last = take();
				if (last === TOO_LARGE || !isBlank(last)) yield last;
			} else if (byte === COMMA) {
				if (depth > 1) {
					values++;
					if (values > mostValues && !tooLarge) giveUp();
					continue;
				}
				keep(chunk.subarray(from, i));
				from = i + 1;
				yield take();
			}
		}
		if (depth > 0) keep(chunk.subarray(from));
	}
	if (!ended) throw new NotAnExport(depth > 0 ? "cut-off" : "not-json");
}

const isBlank = (item: Uint8Array) => item.every((byte) => SPACE.has(byte));
