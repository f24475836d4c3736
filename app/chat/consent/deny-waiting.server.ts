import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import { finishAnswers } from "../answers/finish-answer.server.ts";
import { WAITING_FOR_PERSON } from "../answers/lease.server.ts";

const DAY = 24 * 3_600_000;
/** A call that nobody has decided about for so long is denied. */
export const FORGOTTEN_MS = 7 * DAY;
/** Calls denied per run. */
const AT_ONCE = 100;

/**
 * A new question says no to what an answer of its conversation still waits for: that answer ends as it is.
 * @param trx the transaction of the question, which holds the conversation
 */
export async function denyByQuestion(trx: Db, conversationId: string, now: number): Promise<void> {
	const waiting = await trx
		.selectFrom("answers")
		.select("id")
		.where("conversation_id", "=", conversationId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", WAITING_FOR_PERSON)
		.executeTakeFirst();
	if (!waiting) return;
	await lockRow(trx, "answers", waiting.id);
	await deny(trx, waiting.id, "question", now);
	await finishAnswers(trx, [waiting.id], { owner: WAITING_FOR_PERSON }, { state: "stopped" }, now);
}

/**
 * Denies what has waited for seven days; the answers go on without it, at whatever server takes them up. A scheduled job.
 */
export async function denyForgotten(db: Db, now = Date.now()): Promise<void> {
	const forgotten = await db
		.selectFrom("answer_calls")
		.select("answer_id")
		.distinct()
		.where("state", "=", "waiting")
		.where("asked_at", "<", now - FORGOTTEN_MS)
		.orderBy("answer_id")
		.limit(AT_ONCE)
		.execute();
	await forEachItem(forgotten, ({ answer_id }) =>
		transact(db, async (trx) => {
			await lockRow(trx, "answers", answer_id);
			await deny(trx, answer_id, "time", now);
			await trx
				.updateTable("answers")
				.set({ lease_owner: null, pulse_at: null })
				.where("id", "=", answer_id)
				.where("lease_owner", "=", WAITING_FOR_PERSON)
				.execute();
		}),
	);
}

async function deny(trx: Db, answerId: string, by: "time" | "question", now: number): Promise<void> {
	await trx
		.updateTable("answer_calls")
		.set({ state: "denied", decided_by: by, decided_at: now, ended_at: now })
		.where("answer_id", "=", answerId)
		.where("state", "=", "waiting")
		.execute();
}
