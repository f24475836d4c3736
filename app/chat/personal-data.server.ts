import type { Db } from "../platform/db/connection.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import { finishAnswers } from "./answers/finish-answer.server.ts";
import { readHistory } from "./conversations/read-history.server.ts";

const CONVERSATIONS_AT_ONCE = 50;
/** Rows deleted per transaction, to keep it short. */
const ERASED_AT_ONCE = 500;

/** All personal data of the chat. */
export const chatData: PersonalData = {
	part: "conversations",
	read: readHistory,
	eraseSome,
};

/** Deletes the next few conversations from the leaves to the root, so that no transaction grows through cascades. */
async function eraseSome(db: Db, accountId: string, now: number): Promise<number> {
	await endRunning(db, accountId, now);
	const few = db
		.selectFrom("conversations")
		.select("id")
		.where("account_id", "=", accountId)
		.limit(CONVERSATIONS_AT_ONCE);
	const conversations = (await few.execute()).map(({ id }) => id);
	if (conversations.length === 0) return 0;
	const prompts = db.selectFrom("prompts").select("id").where("conversation_id", "in", conversations);
	const answers = db.selectFrom("answers").select("id").where("prompt_id", "in", prompts);
	const log = db
		.selectFrom("answer_log")
		.select(["answer_id", "seq"])
		.where("answer_id", "in", answers)
		.limit(ERASED_AT_ONCE);
	const pieces = [
		db
			.deleteFrom("answer_log")
			.where(({ eb, refTuple }) => eb(refTuple("answer_id", "seq"), "in", log.$asTuple("answer_id", "seq"))),
		db.deleteFrom("answers").where("id", "in", answers.limit(ERASED_AT_ONCE)),
		db.deleteFrom("prompts").where("id", "in", prompts.limit(ERASED_AT_ONCE)),
		db.deleteFrom("conversations").where("id", "in", conversations),
	];
	let erased = 0;
	for (const piece of pieces) {
		erased += Number((await piece.executeTakeFirst()).numDeletedRows);
		if (erased >= ERASED_AT_ONCE) break;
	}
	return erased;
}

/** Ends the account's running answers. Their workers lose their leases and stop at the next heartbeat. */
async function endRunning(trx: Db, accountId: string, now: number): Promise<void> {
	const running = await trx
		.selectFrom("answers")
		.select("id")
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.execute();
	if (running.length === 0) return;
	await lockRow(trx, "accounts", accountId);
	const ids = running.map(({ id }) => id);
	await finishAnswers(trx, ids, "eraser", { state: "stopped" }, now);
}
