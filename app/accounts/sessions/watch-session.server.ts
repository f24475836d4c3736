import type { Db } from "../../platform/db/connection.server.ts";
import { onSessionEnd } from "./ended-sessions.server.ts";
import { isSessionAlive } from "./sessions.server.ts";

/** The same interval as the heartbeat of an idle stream. */
const LOOK_MS = 15_000;

/**
 * Watches a session for something that outlives its request, like a stream: docs/security.md, check 25. The end of a
 * session is announced at once; expiry, and what another process does to the same SQLite file, is seen at the next
 * poll.
 * @param ended called when the session is no longer open
 * @returns a function that stops watching
 */
export function watchSession(db: Db, sessionId: string, ended: () => void): () => void {
	const look = async () => {
		if (!(await isSessionAlive(db, sessionId))) ended();
	};
	// A database that fails for a moment ends nothing: the next poll tries again.
	const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
	const stopListening = onSessionEnd(sessionId, ended);
	return () => {
		clearInterval(timer);
		stopListening();
	};
}
