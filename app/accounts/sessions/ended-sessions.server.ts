import { EventEmitter } from "node:events";
import { announce, onAnnouncement } from "../../platform/db/announcements.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { log } from "../../platform/log.server.ts";

const ends = new EventEmitter().setMaxListeners(0);

/**
 * Announces the end of sessions to everything that is open for them. On PostgreSQL the notification reaches every
 * server with the commit, this one too; on SQLite the listeners are called at once. If the transaction is rolled back
 * after all, a stream was closed for nothing, and its browser reconnects.
 */
export async function announceEnded(trx: Db, sessionIds: readonly string[]): Promise<void> {
	if (isPostgres(trx)) await announce(trx, "sessions", sessionIds);
	else for (const id of sessionIds) notifyListeners(id);
}

/** A failing listener neither undoes the sign-out nor stops the other listeners. */
function notifyListeners(sessionId: string): void {
	for (const listener of ends.listeners(sessionId)) {
		try {
			listener();
		} catch (error) {
			log.error("О конце сеанса не удалось сообщить", { error });
		}
	}
}

/** Listens to the announcements of other servers on the same PostgreSQL. @returns a function that stops listening */
export function listenForEndedSessions(databaseUrl: string): Promise<() => Promise<void>> {
	return onAnnouncement(databaseUrl, "sessions", notifyListeners);
}

/**
 * Calls `listener` when the session is ended. Expiry is not announced, nor is what another process does to the same
 * SQLite file, so `subscribeToSessionEnd` polls as well.
 * @returns a function that removes the listener
 */
export function onSessionEnd(sessionId: string, listener: () => void): () => void {
	ends.on(sessionId, listener);
	return () => ends.off(sessionId, listener);
}
