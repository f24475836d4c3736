import { open } from "node:fs/promises";

/** A scalar of a GGUF file's header, or a short list of numbers; longer lists are left out. */
export type GgufValue = string | number | boolean | number[];
export type GgufHeader = { version: number; tensors: number; values: Map<string, GgufValue> };

/** The file is no GGUF model, or its header is damaged. */
export class NotGguf extends Error {
	override readonly name = "NotGguf";
}

const MAGIC = "GGUF";
const FIRST_BYTES = 1024 ** 2;
/** The tokens of a large vocabulary take about 10 MB. */
const MOST_BYTES = 64 * 1024 ** 2;
const MOST_VALUES = 10_000;
/** One number a layer. */
const LISTED = 1_024;

const [STRING, ARRAY] = [8, 9];
const SIZES: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

/**
 * Reads the header of a model's file, as llama.cpp writes it (versions 2 and 3).
 * @throws {NotGguf}
 * @throws the system's error when the file cannot be read
 */
export async function readGguf(path: string): Promise<GgufHeader> {
	const file = await open(path);
	try {
		for (let size = FIRST_BYTES; ; size *= 2) {
			const buffer = Buffer.alloc(size);
			let bytesRead = 0;
			while (bytesRead < size) {
				const read = await file.read(buffer, bytesRead, size - bytesRead, bytesRead);
				if (read.bytesRead === 0) break;
				bytesRead += read.bytesRead;
			}
			const header = parse(buffer.subarray(0, bytesRead));
			if (header) return header;
			if (bytesRead < size || size >= MOST_BYTES) throw new NotGguf("the header does not end");
		}
	} finally {
		await file.close();
	}
}

/** @returns null: the header is longer than these bytes */
function parse(bytes: Buffer): GgufHeader | null {
	if (bytes.length < 24 || bytes.toString("latin1", 0, 4) !== MAGIC) throw new NotGguf("no GGUF");
	const reader = new Cursor(bytes, 4);
	const version = reader.scalar(4) as number;
	if (version !== 2 && version !== 3) throw new NotGguf(`version ${version}`);
	const tensors = reader.long();
	const count = reader.long();
	if (count > MOST_VALUES) throw new NotGguf(`${count} values`);
	const values: GgufHeader["values"] = new Map();
	try {
		for (let i = 0; i < count; i++) {
			const key = reader.string();
			const value = reader.value(reader.scalar(4) as number);
			if (value !== null) values.set(key, value);
		}
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
	return { version, tensors, values };
}

/** Walks over the bytes; past their end Node throws a `RangeError`. */
class Cursor {
	readonly #bytes: Buffer;
	#at: number;

	constructor(bytes: Buffer, at: number) {
		this.#bytes = bytes;
		this.#at = at;
	}

	value(type: number): GgufValue | null {
		if (type === STRING) return this.string();
		if (type === ARRAY) return this.#array();
		return this.scalar(type);
	}

	long(): number {
		return this.scalar(10) as number;
	}

	string(): string {
		const length = this.long();
		const text = this.#bytes.toString("utf8", this.#at, this.#at + length);
		this.#skip(length);
		return text;
	}

	scalar(type: number): number | boolean {
		const size = SIZES[type];
		if (size === undefined) throw new NotGguf(`a value of type ${type}`);
		const at = this.#at;
		this.#skip(size);
		const view = this.#bytes;
		switch (type) {
			case 0:
				return view.readUInt8(at);
			case 1:
				return view.readInt8(at);
			case 2:
				return view.readUInt16LE(at);
			case 3:
				return view.readInt16LE(at);
			case 4:
				return view.readUInt32LE(at);
			case 5:
				return view.readInt32LE(at);
			case 6:
				return view.readFloatLE(at);
			case 7:
				return view.readUInt8(at) !== 0;
			case 10:
				return Number(view.readBigUInt64LE(at));
			case 11:
				return Number(view.readBigInt64LE(at));
			default:
				return view.readDoubleLE(at);
		}
	}

	#array(): number[] | null {
		const type = this.scalar(4) as number;
		const count = this.long();
		if (type === ARRAY) throw new NotGguf("a list of lists");
		if (type === STRING) {
			for (let i = 0; i < count; i++) this.#skip(this.long());
			return null;
		}
		if (count > LISTED) {
			this.#skip(count * (SIZES[type] ?? Number.POSITIVE_INFINITY));
			return null;
		}
		return Array.from({ length: count }, () => Number(this.scalar(type)));
	}

	#skip(count: number): void {
		if (this.#at + count > this.#bytes.length) throw new RangeError("past the end");
		this.#at += count;
	}
}
