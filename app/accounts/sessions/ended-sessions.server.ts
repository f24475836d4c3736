import { EventEmitter } from "node:events";
import { announce, hearFrom } from "../../platform/db/announcements.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { log } from "../../platform/log.server.ts";

const ends = new EventEmitter().setMaxListeners(0);

/**
 * Tells whoever holds something open for these sessions. On PostgreSQL the word goes with the commit to
 * every server, this one too; one process alone hears it at once. If the transaction is undone after all,
 * a stream was closed in vain, and its browser connects again.
 */
export async function announceEnded(trx: Db, sessionIds: readonly string[]): Promise<void> {
	if (isPostgres(trx)) await announce(trx, "sessions", sessionIds);
	else for (const id of sessionIds) tellHere(id);
}

/** Who hears of it and fails undoes nobody's sign-out, and keeps nobody else from hearing. */
function tellHere(sessionId: string): void {
	for (const listener of ends.listeners(sessionId)) {
		try {
			listener();
		} catch (error) {
			log.error("О конце сеанса не удалось сообщить", { error });
		}
	}
}

/** Hears what other servers on the same PostgreSQL announce. @returns stops listening */
export function hearOfEndedSessions(databaseUrl: string): Promise<() => Promise<void>> {
	return hearFrom(databaseUrl, "sessions", tellHere);
}

/**
 * Calls `listener` when the session has been ended. An expiry is told by nobody, nor is what another
 * process does to the same SQLite file, so `watchSession` also looks now and then.
 * @returns how to stop listening
 */
export function onSessionEnd(sessionId: string, listener: () => void): () => void {
	ends.on(sessionId, listener);
	return () => ends.off(sessionId, listener);
}
