import { claimLease } from "../../app/chat/answers/lease.server.ts";
import { readUpdates } from "../../app/chat/answers/log/answer-updates.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { question, somebody } from "./people.ts";

/** @returns the id of an answer that is being written by `me` */
export async function heldAnswer(db: Db): Promise<string> {
	const result = await ask(db, await somebody(db), question("Вопрос"));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	await claimLease(db, result.answerId, "me");
	return result.answerId;
}

/** What the log holds of an answer beside its row. */
export const logRows = async (db: Db, answerId: string) =>
	(await readUpdates(db, [{ answerId, after: 0 }])).get(answerId)?.entries ?? [];
