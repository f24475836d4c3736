import { readOwnData } from "../accounts/own-data.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { textStream } from "../platform/http/text-stream.server.ts";
import { PERSONAL_DATA } from "./personal-data.server.ts";

/**
 * Everything about an account as one JSON document. Nothing is read before the reader asks for it, and a reader that
 * disconnects stops the reading.
 */
export function exportData(db: Db, accountId: string, now = Date.now()): ReadableStream<Uint8Array> {
	return textStream(documentOf(db, accountId, now));
}

async function* documentOf(db: Db, accountId: string, now: number) {
	yield* write({
		exportedAt: new Date(now).toISOString(),
		...(await readOwnData(db, accountId, now)),
		...Object.fromEntries(PERSONAL_DATA.map(({ part, read }) => [part, read(db, accountId)])),
	});
}

/** JSON in which an async iterable, wherever it stands, becomes an array whose rows are written as they come. */
async function* write(value: unknown): AsyncGenerator<string> {
	if (isReading(value)) {
		yield "[";
		let before = "";
		for await (const row of value) {
			yield before;
			yield* write(row);
			before = ",\n";
		}
		yield "]";
	} else if (isObject(value) && Object.values(value).some(isReading)) {
		let before = "{";
		for (const [name, field] of Object.entries(value)) {
			yield `${before}${JSON.stringify(name)}:`;
			yield* write(field);
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
