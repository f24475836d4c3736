import type { Db } from "../../platform/db/connection.server.ts";
import {
	type AnswerUpdate,
	readUpdates,
	replayEntries,
	shownReasoning,
} from "../answers/log/answer-updates.server.ts";
import { exportedRounds } from "../answers/rounds/exported-rounds.server.ts";
import { type Round, readRounds } from "../answers/rounds/read-rounds.server.ts";
import { type ExportedWebSource, exportedWebSources } from "../citations/exported-web-sources.server.ts";
import { parseSources } from "../citations/sources.server.ts";
import { type Message, readBatch, readMessages, sizesOf } from "./read-messages.server.ts";

/** Page size: memory does not depend on the number of conversations and messages. */
const CONVERSATIONS_AT_ONCE = 50;
const PROMPTS_AT_ONCE = 100;
const BYTES_AT_ONCE = 1024 * 1024;

/**
 * All conversations of the account but for deleted ones, by time of the last change, the oldest first. A conversation that changes during
 * the reading moves to the end and is read again there with its new messages: none is missed.
 */
export async function* readHistory(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("conversations")
			.select(["id", "title", "model", "instruction"])
			.select(["created_at", "updated_at", "pinned_at", "archived_at"])
			.where("account_id", "=", accountId)
			.where("deleted_at", "is", null)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("updated_at", "id"), ">", tuple(at, id)))
			.orderBy("updated_at")
			.orderBy("id")
			.limit(CONVERSATIONS_AT_ONCE)
			.execute();
		const short = await readShortOnes(
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
				messages: short ? (short.get(conversation.id) ?? []) : readTree(db, accountId, conversation.id),
			};
		}
		const last = page.at(-1);
		if (!last || page.length < CONVERSATIONS_AT_ONCE) return;
		[at, id] = [last.updated_at, last.id];
	}
}

/** The messages of several short conversations. Null: together they are too large to be read at once. */
async function readShortOnes(db: Db, conversations: string[]): Promise<Map<string, object[]> | null> {
	if (conversations.length === 0) return new Map();
	// Unordered, so that the scan ends at the limit.
	const prompts = await db
		.selectFrom("prompts")
		.select(["id", "conversation_id", "created_at"])
		.where("conversation_id", "in", conversations)
		.limit(PROMPTS_AT_ONCE + 1)
		.execute();
	if (prompts.length > PROMPTS_AT_ONCE) return null;
	prompts.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
	const sizes = await sizesOf(
		db,
		prompts.map(({ id }) => id),
	);
	if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_AT_ONCE) return null;
	const messages = await withUpdates(db, await readBatch(db, sizes));
	return new Map(
		[...Map.groupBy(messages, ({ conversationId }) => conversationId)].map(([id, own]) => [
			id,
			own.map(({ message }) => message),
		]),
	);
}

/** The messages of all branches: a tree by `parentId`, prompts before their answers. */
async function* readTree(db: Db, accountId: string, conversation: string) {
	for await (const message of readMessages(db, accountId, conversation)) {
		for (const one of await withUpdates(db, [message])) yield one.message;
	}
}

/** Messages with the current text of a running answer. */
async function withUpdates(db: Db, messages: readonly Message[]) {
	const live = messages.flatMap(({ answer }) => (answer?.state === "writing" ? answer.id : []));
	const wanted = live.map((answerId) => ({ answerId, after: 0 }));
	const updates = wanted.length > 0 ? await readUpdates(db, wanted) : new Map<string, AnswerUpdate>();
	const called = messages.flatMap(({ answer }) => (answer && answer.rounds > 0 ? answer.id : []));
	const rounds = await readRounds(db, called);
	const pages = await exportedWebSources(db, called);
	return messages.map(({ prompt, answer }) => ({
		conversationId: (prompt ?? answer).conversation_id,
		message: prompt
			? promptOf(prompt)
			: answerOf(answer, updates.get(answer.id), rounds.get(answer.id), pages.get(answer.id)),
	}));
}

const promptOf = ({
	id,
	parent_answer_id,
	text,
	parts,
	files,
	created_at,
}: NonNullable<Message["prompt"]>) => ({
	id,
	role: "user",
	parentId: parent_answer_id,
	text,
	...(parts === null ? {} : { parts: JSON.parse(parts) }),
	...(files.length === 0 ? {} : { files }),
	createdAt: created_at,
});

function answerOf(
	answer: NonNullable<Message["answer"]>,
	update: AnswerUpdate | undefined,
	rounds: readonly Round[] = [],
	webSources: readonly ExportedWebSource[] = [],
) {
	const { text, reasoning, entries } = update ?? { ...answer, entries: [] };
	const more = replayEntries(entries);
	return {
		id: answer.id,
		role: "assistant",
		parentId: answer.prompt_id,
		model: answer.model,
		spareFor: answer.spare_for,
		manner: answer.manner,
		state: answer.state,
		finish: answer.finish,
		text: text + more.text,
		reasoning: shownReasoning(reasoning + more.reasoning),
		reasoningMs: answer.reasoning_ms,
		rating: answer.rating,
		ratingReason: answer.rating_reason,
		...(answer.sources === null ? {} : { sources: parseSources(answer.sources) }),
		...(rounds.length === 0 ? {} : { rounds: exportedRounds(rounds) }),
		...(webSources.length === 0 ? {} : { webSources }),
		createdAt: answer.created_at,
		endedAt: answer.ended_at,
	};
}
