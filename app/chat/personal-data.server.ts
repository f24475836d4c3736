import type { Db } from "../db/connection.server.ts";
import type { PersonalData } from "../personal-data.server.ts";

/** Conversations and messages are read in pages: what is in memory does not depend on how many there are. */
const CONVERSATIONS_AT_ONCE = 50;
const PROMPTS_AT_ONCE = 20;
/** Rows that one piece of erasing takes away: a piece holds up nobody. */
const ERASED_AT_ONCE = 500;

/** Everything that this room keeps of a person. */
export const chatData: PersonalData = {
	part: "conversations",
	read: readConversations,
	eraseSome,
};

/**
 * The conversations, the one left alone longest first. One that goes on while it is read moves to the end and
 * comes again there, with what is new: none is missed.
 */
async function* readConversations(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("conversations")
			.select(["id", "title", "model", "created_at", "updated_at"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("updated_at", "id"), ">", tuple(at, id)))
			.orderBy("updated_at")
			.orderBy("id")
			.limit(CONVERSATIONS_AT_ONCE)
			.execute();
		for (const { created_at, updated_at, ...conversation } of page) {
			yield {
				...conversation,
				createdAt: created_at,
				updatedAt: updated_at,
				messages: readMessages(db, conversation.id),
			};
		}
		const last = page.at(-1);
		if (!last || page.length < CONVERSATIONS_AT_ONCE) return;
		[at, id] = [last.updated_at, last.id];
	}
}

/** The messages of all branches: a tree by `parentId`, a prompt before its answers. */
async function* readMessages(db: Db, conversationId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const prompts = await db
			.selectFrom("prompts")
			.select(["id", "parent_answer_id", "text", "parts", "created_at"])
			.where("conversation_id", "=", conversationId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.orderBy("created_at")
			.orderBy("id")
			.limit(PROMPTS_AT_ONCE)
			.execute();
		const answers = await readAnswers(
			db,
			prompts.map(({ id }) => id),
		);
		for (const { parent_answer_id, created_at, parts, ...prompt } of prompts) {
			yield {
				...prompt,
				role: "user",
				parentId: parent_answer_id,
				...(parts === null ? {} : { parts: JSON.parse(parts) }),
				createdAt: created_at,
			};
			yield* answers.filter(({ parentId }) => parentId === prompt.id);
		}
		const last = prompts.at(-1);
		if (!last || prompts.length < PROMPTS_AT_ONCE) return;
		[at, id] = [last.created_at, last.id];
	}
}

async function readAnswers(db: Db, promptIds: string[]) {
	if (promptIds.length === 0) return [];
	const answers = await db
		.selectFrom("answers")
		.select(["id", "prompt_id", "model", "state", "finish", "text", "reasoning", "created_at", "ended_at"])
		.where("prompt_id", "in", promptIds)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return Promise.all(
		answers.map(async ({ id, prompt_id, model, state, finish, created_at, ended_at, ...settled }) => ({
			id,
			role: "assistant",
			parentId: prompt_id,
			model,
			state,
			finish,
			...(state === "writing" ? await writtenSoFar(db, id) : settled),
			createdAt: created_at,
			endedAt: ended_at,
		})),
	);
}

/** Of an answer that is being written; its row has no text yet. */
async function writtenSoFar(db: Db, answerId: string) {
	const entries = await db
		.selectFrom("answer_log")
		.select(["kind", "body"])
		.where("answer_id", "=", answerId)
		.orderBy("seq")
		.execute();
	const said = (kind: string) => entries.reduce((all, e) => (e.kind === kind ? all + e.body : all), "");
	return { text: said("text"), reasoning: said("reasoning") };
}

/** The next few conversations, from the leaves to the root, so that no piece grows by what hangs on it. */
async function eraseSome(db: Db, accountId: string): Promise<number> {
	await takePensAway(db, accountId);
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

/** Whoever writes for this account loses the pen and stops with the next beat of the pulse. */
async function takePensAway(db: Db, accountId: string): Promise<void> {
	await db
		.updateTable("answers")
		.set({ state: "stopped", lease_owner: null, pulse_at: null })
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.execute();
}
