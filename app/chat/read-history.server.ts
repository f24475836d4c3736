import type { Db } from "../db/connection.server.ts";
import { type Growth, readGrowth, said, shownReasoning } from "./answer-growth.server.ts";

/** Conversations and messages are read in pages: what is in memory does not depend on how many there are. */
const CONVERSATIONS_AT_ONCE = 50;
const PROMPTS_AT_ONCE = 100;

/**
 * The conversations, the one left alone longest first. One that goes on while it is read moves to the end and
 * comes again there, with what is new: none is missed.
 */
export async function* readHistory(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("conversations")
			.select(["id", "title", "model", "instruction"])
			.select(["created_at", "updated_at", "pinned_at", "archived_at"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("updated_at", "id"), ">", tuple(at, id)))
			.orderBy("updated_at")
			.orderBy("id")
			.limit(CONVERSATIONS_AT_ONCE)
			.execute();
		const short = await readTogether(
			db,
			page.map((conversation) => conversation.id),
		);
		for (const { created_at, updated_at, pinned_at, archived_at, ...conversation } of page) {
			yield {
				...conversation,
				createdAt: created_at,
				updatedAt: updated_at,
				pinnedAt: pinned_at,
				archivedAt: archived_at,
				messages: short ? (short.get(conversation.id) ?? []) : readMessages(db, conversation.id),
			};
		}
		const last = page.at(-1);
		if (!last || page.length < CONVERSATIONS_AT_ONCE) return;
		[at, id] = [last.updated_at, last.id];
	}
}

/** The messages of several short conversations. Null: together they are too many to be read at once. */
async function readTogether(db: Db, conversations: string[]): Promise<Map<string, object[]> | null> {
	if (conversations.length === 0) return new Map();
	const prompts = await promptsOf(db, conversations)
		.limit(PROMPTS_AT_ONCE + 1)
		.execute();
	if (prompts.length > PROMPTS_AT_ONCE) return null;
	const answers = await answersTo(db, prompts);
	return new Map(
		[...Map.groupBy(prompts, (prompt) => prompt.conversation_id)].map(([id, own]) => [
			id,
			own.flatMap((prompt) => [messageOf(prompt), ...(answers.get(prompt.id) ?? [])]),
		]),
	);
}

/** The messages of all branches: a tree by `parentId`, a prompt before its answers. */
async function* readMessages(db: Db, conversation: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const prompts = await promptsOf(db, [conversation])
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.limit(PROMPTS_AT_ONCE)
			.execute();
		const answers = await answersTo(db, prompts);
		for (const prompt of prompts) {
			yield messageOf(prompt);
			yield* answers.get(prompt.id) ?? [];
		}
		const last = prompts.at(-1);
		if (!last || prompts.length < PROMPTS_AT_ONCE) return;
		[at, id] = [last.created_at, last.id];
	}
}

const promptsOf = (db: Db, conversations: string[]) =>
	db
		.selectFrom("prompts")
		.select(["id", "conversation_id", "parent_answer_id", "text", "parts", "created_at"])
		.where("conversation_id", "in", conversations)
		.orderBy("created_at")
		.orderBy("id");

type Prompt = Awaited<ReturnType<ReturnType<typeof promptsOf>["execute"]>>[number];

const messageOf = ({ id, parent_answer_id, text, parts, created_at }: Prompt) => ({
	id,
	role: "user",
	parentId: parent_answer_id,
	text,
	...(parts === null ? {} : { parts: JSON.parse(parts) }),
	createdAt: created_at,
});

/** The answers by their prompt; one that is being written as far as it has come. */
async function answersTo(db: Db, prompts: Prompt[]): Promise<Map<string, object[]>> {
	if (prompts.length === 0) return new Map();
	const answers = await db
		.selectFrom("answers")
		.select(["id", "prompt_id", "model", "state", "finish", "text", "reasoning"])
		.select(["rating", "rating_reason", "created_at", "ended_at"])
		.where(
			"prompt_id",
			"in",
			prompts.map(({ id }) => id),
		)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const live = answers.filter(({ state }) => state === "writing");
	const wanted = live.map(({ id }) => ({ answerId: id, after: 0 }));
	const growths = wanted.length > 0 ? await readGrowth(db, wanted) : new Map<string, Growth>();
	const messages = answers.map(({ id, prompt_id, rating_reason, created_at, ended_at, ...answer }) => {
		const { text, reasoning, entries } = growths.get(id) ?? { ...answer, entries: [] };
		const more = said(entries);
		return {
			id,
			role: "assistant",
			parentId: prompt_id,
			...answer,
			text: text + more.text,
			reasoning: shownReasoning(reasoning + more.reasoning),
			ratingReason: rating_reason,
			createdAt: created_at,
			endedAt: ended_at,
		};
	});
	return Map.groupBy(messages, ({ parentId }) => parentId);
}
