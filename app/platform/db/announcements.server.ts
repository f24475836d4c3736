import { sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";
import { listen } from "./notifications.server.ts";

/** What there is to announce: answers that have grown, sessions that have ended. */
type Channel = "answers" | "sessions";

/** A notification's payload is limited to 8 000 bytes; ids are 36. */
const IDS_PER_NOTIFICATION = 200;

/** Stands where nobody minds hearing itself. */
const ANYBODY = "-";

/**
 * Tells all servers on the same PostgreSQL about some rows; in a transaction, when it commits. One process
 * alone tells nobody.
 * @param sender names this process to `hearFrom`, so that it does not hear itself
 */
export async function announce(
	trx: Db,
	channel: Channel,
	ids: readonly string[],
	sender = ANYBODY,
): Promise<void> {
	if (!isPostgres(trx)) return;
	for (let i = 0; i < ids.length; i += IDS_PER_NOTIFICATION) {
		const payload = [sender, ...ids.slice(i, i + IDS_PER_NOTIFICATION)].join(" ");
		await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
	}
}

/**
 * Calls `hear` for every row that a server announces. What is said while the connection is lost is lost.
 * @param self the sender that is not listened to
 * @returns stops listening
 */
export async function hearFrom(
	databaseUrl: string,
	channel: Channel,
	hear: (id: string) => void,
	self?: string,
): Promise<() => Promise<void>> {
	if (!databaseUrl.startsWith("postgres")) return async () => {};
	return listen(databaseUrl, channel, (payload) => {
		const [sender, ...ids] = payload.split(" ");
		if (sender !== self) for (const id of ids) hear(id);
	});
}
