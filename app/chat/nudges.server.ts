import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { isPostgres } from "../db/dialect.server.ts";
import { listen } from "../db/notifications.server.ts";

const CHANNEL = "answers";
/** A notification's payload is limited to 8 000 bytes; ids are 36. */
const IDS_PER_NOTIFICATION = 200;

/** Tells the other servers on the same PostgreSQL which answers have grown. One process alone tells nobody. */
export function announceTo(db: Db): (answerIds: string[]) => Promise<void> {
	if (!isPostgres(db)) return async () => {};
	return async (answerIds) => {
		for (let i = 0; i < answerIds.length; i += IDS_PER_NOTIFICATION) {
			const ids = answerIds.slice(i, i + IDS_PER_NOTIFICATION).join(" ");
			await sql`select pg_notify(${CHANNEL}, ${ids})`.execute(db);
		}
	};
}

/** Calls `nudge` for every answer that another server says has grown. */
export async function hearFrom(databaseUrl: string, nudge: (answerId: string) => void): Promise<void> {
	if (!databaseUrl.startsWith("postgres")) return;
	await listen(databaseUrl, CHANNEL, (payload) => {
		for (const answerId of payload.split(" ")) nudge(answerId);
	});
}
