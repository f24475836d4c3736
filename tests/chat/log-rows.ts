import { readUpdates } from "../../app/chat/answers/log/answer-updates.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";

/** What the log holds of an answer beside its row. */
export const logRows = async (db: Db, answerId: string) =>
	(await readUpdates(db, [{ answerId, after: 0 }])).get(answerId)?.entries ?? [];
