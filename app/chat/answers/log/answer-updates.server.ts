import { sql } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import type { AnswerState } from "../../../platform/db/tables/chat.ts";
import { readWebSources } from "../../citations/read-web-sources.server.ts";
import type { WebSource } from "../../citations/web-source.ts";
import type { ShownRound } from "../../tools/shown-step.ts";
import { readSteps } from "../rounds/read-steps.server.ts";
import type { LogEntry } from "./answer-log.server.ts";

/** An answer's row and the log entries after it. */
export type AnswerUpdate = {
	state: AnswerState;
	/** Text in the row: all of a finished answer; of a running one, what was merged into the row before this run. */
	text: string;
	reasoning: string;
	/** How long the reasoning in the row took; null: there is none, or its time was not kept. */
	reasoningMs: number | null;
	/** The sequence number of the last entry merged into the row. */
	lastSeq: number;
	/** The number of exchanges left out of the model's context. */
	contextCut: number;
	/** The model, and the one in whose place it answers; null: it was chosen itself. */
	model: string;
	spareFor: string | null;
	/** The parts of documents that the model was given, as the row has them. */
	sources: string | null;
	/** The rounds in which tools were called. */
	rounds: ShownRound[];
	/** The pages that they have found. */
	webSources: WebSource[];
	/** The switches of the answer, as JSON. */
	tools: string | null;
	/** The log entries after the requested position, in order. */
	entries: LogEntry[];
};

type Row = {
	id: string;
	seq: number;
	kind: string;
	body: string;
	reasoning: string;
	context_cut: number;
	model: string;
	spare_for: string | null;
	sources: string | null;
	rounds: number;
	tools: string | null;
	/** The duration of the reasoning of an answer; the time of an entry. */
	ms: number | null;
};

/**
 * Reads several answers, each from a position in its log, in one statement and therefore in one snapshot: an answer's
 * log is merged into its row when it ends, and between two statements a text could be found in neither.
 * @returns the existing answers, by id
 */
export async function readUpdates(
	db: Db,
	wanted: readonly { answerId: string; after: number }[],
): Promise<Map<string, AnswerUpdate>> {
	const pairs = JSON.stringify(wanted.map(({ answerId, after }) => [answerId, after]));
	const source = isPostgres(db)
		? sql`json_array_elements(cast(${pairs} as json)) as r(v)`
		: sql`(select value as v from json_each(${pairs})) as r`;
	const tail = isPostgres(db)
		? sql``
		: sql`union all
			select t.answer_id, t.seq, t.kind, t.body, '', 0, '', null, null, 0, null, t.written_at
			from wanted w join answer_log_tail t on t.answer_id = w.id and t.seq > w.after_seq`;
	const { rows } = await sql<Row>`
		select * from (
			with wanted as (select v->>0 as id, cast(v->>1 as integer) as after_seq from ${source})
			select a.id, a.last_seq as seq, a.state as kind, a.text as body, a.reasoning, a.context_cut, a.model, a.spare_for, a.sources, a.rounds, a.tools, cast(a.reasoning_ms as bigint) as ms
			from wanted w join answers a on a.id = w.id
			union all
			select l.answer_id, l.seq, l.kind, l.body, '', 0, '', null, null, 0, null, l.written_at
			from wanted w join answer_log l on l.answer_id = w.id and l.seq > w.after_seq
			${tail}
		) as updates order by seq
	`.execute(db);
	const updates = new Map<string, AnswerUpdate>();
	const entries: (LogEntry & { id: string })[] = [];
	const called: string[] = [];
	for (const {
		id,
		seq,
		kind,
		body,
		reasoning,
		context_cut,
		model,
		spare_for,
		sources,
		rounds,
		tools,
		ms,
	} of rows) {
		if (kind === "text" || kind === "reasoning") entries.push({ id, seq, kind, body, at: Number(ms) });
		else {
			const state = kind as AnswerState;
			const reasoningMs = ms === null ? null : Number(ms);
			const row = { state, text: body, reasoning, reasoningMs, lastSeq: seq, model, sources, tools };
			updates.set(id, {
				...row,
				contextCut: context_cut,
				spareFor: spare_for,
				rounds: [],
				webSources: [],
				entries: [],
			});
			if (rounds > 0) called.push(id);
		}
	}
	for (const { id, ...entry } of entries) updates.get(id)?.entries.push(entry);
	// The numbers of its sources come first: a source cited by then is there.
	const steps = await readSteps(db, called);
	const webSources = await readWebSources(db, called);
	for (const id of called) {
		const update = updates.get(id);
		if (!update) continue;
		update.rounds = steps.get(id) ?? [];
		update.webSources = webSources.get(id) ?? [];
	}
	return updates;
}

/** The whole text of one answer so far and the sequence number of its last log entry. */
export async function readAnswerSoFar(db: Db, answerId: string) {
	const update = (await readUpdates(db, [{ answerId, after: 0 }])).get(answerId);
	if (!update) return undefined;
	const more = replayEntries(update.entries);
	return {
		...update,
		text: update.text + more.text,
		reasoning: update.reasoning + more.reasoning,
		cursor: update.entries.at(-1)?.seq ?? update.lastSeq,
	};
}

/**
 * A marker in a log's text: the model closed a reasoning block that it never opened, so the text entries before the
 * marker are reasoning. Model text contains no control characters, so the marker cannot collide.
 */
export const THOUGHT_END = "\u001e</think>\u001e";

/** Replays entries. Later entries may turn text into reasoning; reasoning only grows. */
export function replayEntries(entries: readonly LogEntry[]): { text: string; reasoning: string } {
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

/** Reasoning as shown and exported: whitespace alone, which older answers contain, counts as none. */
export const shownReasoning = (reasoning: string) => (reasoning.trim() === "" ? "" : reasoning);

/** Whether the entries reclassify earlier text as reasoning. */
export const reclassifies = (entries: readonly LogEntry[]) =>
	entries.some(({ kind, body }) => kind === "text" && body.includes(THOUGHT_END));
