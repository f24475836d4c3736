import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerState } from "../../platform/db/tables/chat.ts";
import { readSteps } from "../answers/rounds/read-steps.server.ts";
import { isWaiting, type ShownRound } from "../tools/shown-step.ts";

/** The answer that is running in a conversation, or waits for its person, whether or not the page shows it. */
export type RunningAnswer = {
	id: string;
	/** It was asked to stop. */
	stopping: boolean;
	/** It waits for the person's consent. */
	waits: boolean;
};

type Shown = { id: string; state: AnswerState; stopping: boolean; rounds: readonly ShownRound[] };

/**
 * The running answer of a conversation: there is one at most.
 * @param id as it was read with the conversation; null: none was running
 * @param shown the answers of the page, which were read later. They may be of another branch, or of a part above it
 */
export async function findRunning(
	db: Db,
	id: string | null,
	shown: readonly Shown[],
): Promise<RunningAnswer | null> {
	const own = shown.find(({ state }) => state === "writing");
	if (own) return { id: own.id, stopping: own.stopping, waits: isWaiting(own.rounds) };
	if (id === null || shown.some((answer) => answer.id === id)) return null;
	const row = await db
		.selectFrom("answers")
		.select("stop_requested_at")
		.where("id", "=", id)
		.where("state", "=", "writing")
		.executeTakeFirst();
	if (!row) return null;
	const rounds = (await readSteps(db, [id])).get(id) ?? [];
	return { id, stopping: row.stop_requested_at !== null, waits: isWaiting(rounds) };
}
