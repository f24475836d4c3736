import { textStream } from "./text-stream.server.ts";

/**
 * A value as a body of JSON, written as it is read: an async iterable, wherever it stands, becomes an array whose rows
 * are written as they come. Nothing is read before the reader asks for it, and a reader that disconnects stops the
 * reading. Numbers whose names end with `At` are milliseconds, and are written as dates.
 */
export function jsonStream(read: () => Promise<unknown>): ReadableStream<Uint8Array> {
	return textStream(write(read));
}

async function* write(read: () => Promise<unknown>): AsyncGenerator<string> {
	yield* textOf(await read());
}

async function* textOf(value: unknown): AsyncGenerator<string> {
	if (isReading(value)) {
		yield "[";
		let before = "";
		for await (const row of value) {
			yield before;
			yield* textOf(row);
			before = ",\n";
		}
		yield "]";
	} else if (isObject(value) && Object.values(value).some(isReading)) {
		let before = "{";
		for (const [name, field] of Object.entries(value)) {
			yield `${before}${JSON.stringify(name)}:`;
			yield* textOf(field);
			before = ",\n";
		}
		yield "}";
	} else {
		yield JSON.stringify(value, readableTime);
	}
}

/** Milliseconds as a date that people and programs can read. */
const readableTime = (name: string, value: unknown) =>
	/(^at|At)$/.test(name) && typeof value === "number" ? new Date(value).toISOString() : value;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const isReading = (value: unknown): value is AsyncIterable<unknown> =>
	typeof value === "object" && value !== null && Symbol.asyncIterator in value;
