import { sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/** The channels: answers whose log has grown, sessions that have ended, settings that were changed. */
type Channel = "answers" | "sessions" | "settings";

/** The payload of a notification is limited to 8 000 bytes; an id has 36. */
const IDS_PER_NOTIFICATION = 200;

/** The sender where no process needs to ignore its own announcements. */
const NO_SENDER = "-";

/**
 * Tells every server on the same PostgreSQL about some rows; inside a transaction, when it commits. On SQLite it does
 * nothing.
 * @param sender names this process to `onAnnouncement`, so that it ignores its own announcements
 */
export async function announce(
	trx: Db,
	channel: Channel,
	ids: readonly string[],
	sender = NO_SENDER,
): Promise<void> {
	if (!isPostgres(trx)) return;
	for (let i = 0; i < ids.length; i += IDS_PER_NOTIFICATION) {
		const payload = [sender, ...ids.slice(i, i + IDS_PER_NOTIFICATION)].join(" ");
		await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
	}
}

/**
 * Calls `listener` for every row that a server announces. Announcements made while the connection is lost are lost.
 * @param self the sender whose announcements are ignored
 * @returns a function that stops listening
 */
export async function onAnnouncement(
	databaseUrl: string,
	channel: Channel,
	listener: (id: string) => void,
	self?: string,
): Promise<() => Promise<void>> {
	if (!databaseUrl.startsWith("postgres")) return async () => {};
	const { listen } = await import("./notifications.server.ts");
	return listen(databaseUrl, channel, (payload) => {
		const [sender, ...ids] = payload.split(" ");
		if (sender !== self) for (const id of ids) listener(id);
	});
}
