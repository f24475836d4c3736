import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { AnswerState } from "../../platform/db/tables/chat.ts";
import type { LogEntry } from "./answer-log.server.ts";

/** What there is of an answer: its row, and what the log adds to it. */
export type Growth = {
	state: AnswerState;
	/** What the row holds: all of a settled answer; of one being written what was settled before. */
	text: string;
	reasoning: string;
	/** The number of the last entry that the row holds. */
	lastSeq: number;
	/** So many exchanges were left out of what the model was told. */
	contextCut: number;
	/** The log after the asked place, in order. */
	entries: LogEntry[];
};

type Row = { id: string; seq: number; kind: string; body: string; reasoning: string; context_cut: number };

/**
 * Reads several answers, each from a place in its log, in one statement and therefore at one moment: an
 * answer's log goes into its row when it ends, and between two statements it would be in neither.
 * @returns what exists, by id
 */
export async function readGrowth(
	db: Db,
	wanted: readonly { answerId: string; after: number }[],
): Promise<Map<string, Growth>> {
	const pairs = JSON.stringify(wanted.map(({ answerId, after }) => [answerId, after]));
	const source = isPostgres(db)
		? sql`json_array_elements(cast(${pairs} as json)) as r(v)`
		: sql`(select value as v from json_each(${pairs})) as r`;
	const { rows } = await sql<Row>`
		select * from (
			with wanted as (select v->>0 as id, cast(v->>1 as integer) as after_seq from ${source})
			select a.id, a.last_seq as seq, a.state as kind, a.text as body, a.reasoning, a.context_cut
			from wanted w join answers a on a.id = w.id
			union all
			select l.answer_id, l.seq, l.kind, l.body, '', 0
			from wanted w join answer_log l on l.answer_id = w.id and l.seq > w.after_seq
		) as growth order by seq
	`.execute(db);
	const found = new Map<string, Growth>();
	const entries: (LogEntry & { id: string })[] = [];
	for (const { id, seq, kind, body, reasoning, context_cut } of rows) {
		if (kind === "text" || kind === "reasoning") entries.push({ id, seq, kind, body });
		else {
			const state = kind as AnswerState;
			found.set(id, { state, text: body, reasoning, lastSeq: seq, contextCut: context_cut, entries: [] });
		}
	}
	for (const { id, ...entry } of entries) found.get(id)?.entries.push(entry);
	return found;
}

/** All that has been said of one answer, and the place in its log where that ends. */
export async function readWritten(db: Db, answerId: string) {
	const growth = (await readGrowth(db, [{ answerId, after: 0 }])).get(answerId);
	if (!growth) return undefined;
	const more = said(growth.entries);
	return {
		...growth,
		text: growth.text + more.text,
		reasoning: growth.reasoning + more.reasoning,
		cursor: growth.entries.at(-1)?.seq ?? growth.lastSeq,
	};
}

/**
 * Stands in the text of a log where a model has ended a thought that it never began: what the log holds of the
 * text before it was reasoning. No text of a model holds the control characters.
 */
export const THOUGHT_END = "\u001e</think>\u001e";

/** What the entries say. More of them may take the text back; the reasoning only grows. */
export function said(entries: readonly LogEntry[]): { text: string; reasoning: string } {
	let [text, reasoning] = ["", ""];
	for (const { kind, body } of entries) {
		if (kind === "reasoning") {
			reasoning += body;
			continue;
		}
		const [first = "", ...others] = body.split(THOUGHT_END);
		text += first;
		for (const after of others) {
			reasoning += text;
			text = after;
		}
	}
	return { text, reasoning };
}

/** Reasoning as it is shown and exported: empty lines, which older answers hold, are none. */
export const shownReasoning = (reasoning: string) => (reasoning.trim() === "" ? "" : reasoning);

/** Whether the entries take back text that was said before them. */
export const takesBack = (entries: readonly LogEntry[]) =>
	entries.some(({ kind, body }) => kind === "text" && body.includes(THOUGHT_END));
