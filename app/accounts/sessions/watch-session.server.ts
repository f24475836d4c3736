import type { Db } from "../../platform/db/connection.server.ts";
import { onSessionEnd } from "./ended-sessions.server.ts";
import { isSessionAlive } from "./sessions.server.ts";

/** As often as a quiet stream says that it is still there. */
const LOOK_MS = 15_000;

/**
 * Watches a session for something that outlives its request, like a stream: security.md, check 25. What ends
 * a session is told at once; an expiry, and what another process does to the same SQLite file, is seen at
 * the next look.
 * @param ended is called when the session stands no longer
 * @returns stops watching
 */
export function watchSession(db: Db, sessionId: string, ended: () => void): () => void {
	const look = async () => {
		if (!(await isSessionAlive(db, sessionId))) ended();
	};
	// A database that does not answer for a moment ends nothing: there is a next look.
	const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
	const stopListening = onSessionEnd(sessionId, ended);
	return () => {
		clearInterval(timer);
		stopListening();
	};
}
