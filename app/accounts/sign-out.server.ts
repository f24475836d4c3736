import type { Db } from "../db/connection.server.ts";
import { endSession } from "./sessions.server.ts";

/** Ends the session behind a cookie's value; a copy of the cookie is worth nothing afterwards. */
export async function signOut(db: Db, sessionToken: string | null): Promise<void> {
	if (sessionToken) await endSession(db, sessionToken);
}
