import { setImmediate as turn } from "node:timers/promises";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../../platform/db/tables/chat.ts";

export type Exchange = { prompt: Selectable<PromptsTable>; answer: Selectable<AnswersTable> };

/**
 * The branch of a conversation that ends with `tipAnswerId`, oldest exchange first. A conversation is a tree: a
 * prompt follows an answer, versions of an answer share a prompt.
 * @param limit the maximum number of exchanges from the end; all are held in memory
 */
export async function readBranch(
	db: Db,
	accountId: string,
	tipAnswerId: string,
	limit: number,
): Promise<Exchange[]> {
	const refs = await readAbove(db, accountId, tipAnswerId, limit);
	return readExchanges(db, refs.toReversed());
}

/** Reads the texts of these exchanges, all at once into memory. */
export async function readExchanges(db: Db, refs: readonly ExchangeRef[]): Promise<Exchange[]> {
	if (refs.length === 0) return [];
	const [prompts, answers] = await Promise.all([
		db
			.selectFrom("prompts")
			.selectAll()
			.where(
				"id",
				"in",
				refs.map(({ promptId }) => promptId),
			)
			.execute(),
		db
			.selectFrom("answers")
			.selectAll()
			.where(
				"id",
				"in",
				refs.map(({ answerId }) => answerId),
			)
			.execute(),
	]);
	const promptById = new Map(prompts.map((p) => [p.id, p]));
	const answerById = new Map(answers.map((a) => [a.id, a]));
	return refs.flatMap(({ promptId, answerId }) => {
		const prompt = promptById.get(promptId);
		const answer = answerById.get(answerId);
		return prompt && answer ? [{ prompt, answer }] : [];
	});
}

/** The ids of an exchange, without its texts. */
export type ExchangeRef = {
	promptId: string;
	answerId: string;
	/** The answer that the prompt follows; null at the beginning of the conversation. */
	parentAnswerId: string | null;
	/** The UTF-8 size of the question and the answer, without the reasoning. */
	bytes: number;
	/** The UTF-8 size of the reasoning. */
	reasoningBytes: number;
};

/** Places per page: reading them takes a few milliseconds on the database thread. */
const REFS_AT_ONCE = 500;

/**
 * Walks the branch upwards from an answer, its own exchange first, in pages between which the event loop is yielded.
 * @param atOnce the page size: smaller for a caller that may not need them all
 */
export async function* walkUp(
	db: Db,
	accountId: string,
	answerId: string,
	atOnce = REFS_AT_ONCE,
): AsyncGenerator<ExchangeRef> {
	for (let next: string | null = answerId; next !== null; ) {
		const page: ExchangeRef[] = await readAbove(db, accountId, next, atOnce);
		yield* page;
		next = page.at(-1)?.parentAnswerId ?? null;
		if (next !== null) await turn();
	}
}

async function readAbove(db: Db, accountId: string, answerId: string, limit: number): Promise<ExchangeRef[]> {
	// In both databases `octet_length` gives the size of a text without reading it.
	const { rows } = await sql<ExchangeRef>`
		select prompt_id as "promptId", answer_id as "answerId", parent_answer_id as "parentAnswerId", bytes,
			reasoning_bytes as "reasoningBytes" from (
			with recursive branch(prompt_id, answer_id, parent_answer_id, bytes, reasoning_bytes, depth) as (
				select p.id, a.id, p.parent_answer_id,
					octet_length(p.text) + octet_length(a.text), octet_length(a.reasoning), 1
				from answers a join prompts p on p.id = a.prompt_id
				where a.id = ${answerId} and a.account_id = ${accountId}
				union all
				select p.id, a.id, p.parent_answer_id,
					octet_length(p.text) + octet_length(a.text), octet_length(a.reasoning), b.depth + 1
				from branch b join answers a on a.id = b.parent_answer_id join prompts p on p.id = a.prompt_id
				where b.depth < ${limit}
			)
			select * from branch
		) as branch order by depth
	`.execute(db);
	return rows;
}

/** Orders answers to one prompt, or answers after one answer, by when they were last shown, the latest first. */
const lastShownFirst = sql`coalesce(a.chosen_at, a.created_at) desc, a.created_at desc, a.id desc`;

/**
 * The continuation of the branch below an answer, as it was last shown: the answers after it in order.
 * @param limit their maximum number
 */
export async function readBelow(db: Db, answerId: string, limit: number): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		select id from (
			with recursive below(id, conversation_id, depth) as (
				select a.id, a.conversation_id, 0 from answers a where a.id = ${answerId}
				union all
				select (
					select a.id from prompts p join answers a on a.prompt_id = p.id
					where p.conversation_id = b.conversation_id and p.parent_answer_id = b.id
					order by ${lastShownFirst} limit 1
				), b.conversation_id, b.depth + 1
				from below b where b.id is not null and b.depth < ${limit}
			)
			select * from below
		) as below where depth > 0 and id is not null order by depth
	`.execute(db);
	return rows.map(({ id }) => id);
}

/**
 * The end of the branch through an answer, as it was last shown; read in pages between which the event loop is
 * yielded.
 */
export async function tipThrough(db: Db, answerId: string): Promise<string> {
	let tip = answerId;
	for (;;) {
		const below = await readBelow(db, tip, REFS_AT_ONCE);
		tip = below.at(-1) ?? tip;
		if (below.length < REFS_AT_ONCE) return tip;
		await turn();
	}
}

/**
 * Finds a message of the account's conversation, a prompt or an answer.
 * @returns the answer, or for a prompt the version of its answer that was shown last
 */
export async function findMessage(
	db: Db,
	accountId: string,
	conversationId: string,
	messageId: string,
): Promise<string | undefined> {
	const { rows } = await sql<{ id: string }>`
		select a.id from answers a
		where (a.id = ${messageId} or a.prompt_id = ${messageId})
			and a.conversation_id = ${conversationId} and a.account_id = ${accountId}
		order by case when a.id = ${messageId} then 0 else 1 end, ${lastShownFirst} limit 1
	`.execute(db);
	return rows[0]?.id;
}
