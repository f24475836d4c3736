import { readOwnData } from "../accounts/own-data.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { jsonStream } from "../platform/http/json-stream.server.ts";
import { PERSONAL_DATA } from "./personal-data.server.ts";

/**
 * Everything about an account as one JSON document. Nothing is read before the reader asks for it, and a reader that
 * disconnects stops the reading.
 */
export function exportData(db: Db, accountId: string, now = Date.now()): ReadableStream<Uint8Array> {
	return jsonStream(async () => ({
		exportedAt: new Date(now).toISOString(),
		...(await readOwnData(db, accountId, now)),
		...Object.fromEntries(PERSONAL_DATA.map(({ part, read }) => [part, read(db, accountId)])),
	}));
}
