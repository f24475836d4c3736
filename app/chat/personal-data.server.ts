import type { Db } from "../platform/db/connection.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
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
async function eraseSome(db: Db, accountId: string): Promise<number> {
	await revokeLeases(db, accountId);
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

/** Revokes the leases of the account's workers, which stop at the next heartbeat. */
async function revokeLeases(db: Db, accountId: string): Promise<void> {
	await db
		.updateTable("answers")
		.set({ state: "stopped", lease_owner: null, pulse_at: null })
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.execute();
}
