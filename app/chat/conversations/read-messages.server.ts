import { setImmediate as turn } from "node:timers/promises";
import { type Selectable, sql } from "kysely";
import { fileNamesOfPrompts } from "../../files/files-of-prompts.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../../platform/db/tables/chat.ts";
import { inBatches } from "./batches.server.ts";

type Prompt = Selectable<PromptsTable> & { files: { id: string; name: string }[] };
type Answer = Selectable<AnswersTable>;
export type Message = { prompt: Prompt; answer?: undefined } | { answer: Answer; prompt?: undefined };

/** A message's position and its UTF-8 size, including its reasoning. */
export type Size = { id: string; promptId: string; kind: "prompt" | "answer"; at: number; bytes: number };

/** Ids of prompts per query. */
const IDS_AT_ONCE = 5_000;
/** Prompts whose answers are read per query. */
const PROMPTS_AT_ONCE = 100;

/**
 * All messages of a conversation, of every branch: prompts before their answers, in the order of time. Memory does
 * not grow with the conversation nor with the length of its messages, and the event loop is yielded between two
 * batches.
 */
export async function* readMessages(
	db: Db,
	accountId: string,
	conversationId: string,
): AsyncGenerator<Message> {
	for await (const promptIds of pagesOfPrompts(db, accountId, conversationId)) {
		for await (const batch of inBatches(await sizesOf(db, promptIds))) {
			yield* await readBatch(db, batch);
			await turn();
		}
	}
}

/** The messages of a batch, in its order. */
export async function readBatch(db: Db, batch: readonly Size[]): Promise<Message[]> {
	const idsOf = (kind: Size["kind"]) => batch.flatMap((size) => (size.kind === kind ? size.id : []));
	const [promptIds, answerIds] = [idsOf("prompt"), idsOf("answer")];
	const prompts =
		promptIds.length > 0
			? await db.selectFrom("prompts").selectAll().where("id", "in", promptIds).execute()
			: [];
	const files = await fileNamesOfPrompts(db, promptIds);
	const answers =
		answerIds.length > 0
			? await db.selectFrom("answers").selectAll().where("id", "in", answerIds).execute()
			: [];
	const found = new Map<string, Message>([
		...prompts.map(
			(prompt) => [prompt.id, { prompt: { ...prompt, files: files.get(prompt.id) ?? [] } }] as const,
		),
		...answers.map((answer) => [answer.id, { answer }] as const),
	]);
	return batch.flatMap(({ id }) => found.get(id) ?? []);
}

/** The sizes of prompts and of their answers, in reading order. */
export async function sizesOf(db: Db, promptIds: readonly string[]): Promise<Size[]> {
	if (promptIds.length === 0) return [];
	const ids = sql.join(promptIds);
	// In both databases `octet_length` gives the size of a text without reading it.
	const { rows } = await sql<Size>`
		select id, id as "promptId", 'prompt' as kind, created_at as at, octet_length(text) + coalesce(octet_length(parts), 0) as bytes
		from prompts where id in (${ids})
		union all
		select id, prompt_id, 'answer', created_at, octet_length(text) + octet_length(reasoning) + case when rounds = 0 then 0 else (
			select coalesce(sum(octet_length(c.args) + coalesce(octet_length(c.result), 0)), 0) from answer_calls c where c.answer_id = answers.id
		) + (
			select coalesce(sum(octet_length(s.url) + octet_length(s.title) + octet_length(s.snippet)), 0) from answer_sources s where s.answer_id = answers.id
		) end
		from answers where prompt_id in (${ids})
	`.execute(db);
	const byPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
	return promptIds.flatMap((id) => (byPrompt.get(id) ?? []).sort(inOrder));
}

const inOrder = (a: Size, b: Size) =>
	Number(a.kind === "answer") - Number(b.kind === "answer") || a.at - b.at || (a.id < b.id ? -1 : 1);

async function* pagesOfPrompts(db: Db, accountId: string, conversationId: string): AsyncGenerator<string[]> {
	let [at, id] = [-1, ""];
	for (;;) {
		// Only ids: there is no index by time, so each page scans all prompts of the conversation.
		const page = await db
			.selectFrom("prompts")
			.select(["id", "created_at"])
			.where("conversation_id", "=", conversationId)
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.orderBy("created_at")
			.orderBy("id")
			.limit(IDS_AT_ONCE)
			.execute();
		for (let from = 0; from < page.length; from += PROMPTS_AT_ONCE) {
			yield page.slice(from, from + PROMPTS_AT_ONCE).map((prompt) => prompt.id);
		}
		const last = page.at(-1);
		if (!last || page.length < IDS_AT_ONCE) return;
		[at, id] = [last.created_at, last.id];
	}
}
