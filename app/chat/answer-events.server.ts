import type { Db } from "../db/connection.server.ts";
import type { AnswerState } from "../db/tables/chat.ts";
import type { AnswerLog, LogEntry } from "./answer-log.server.ts";
import { LiveMarkdown } from "./markdown/live-markdown.server.ts";
import type { Patch } from "./markdown/patch.ts";
import { renderMarkdown } from "./markdown/render.server.ts";

/** One event of `/chat/events`, before it becomes text. `id` is the place in the log to resume after. */
export type AnswerEvent =
	| { id: number; kind: "patch"; data: Patch }
	| { id: number; kind: "reasoning"; data: { append: string } }
	| { id: number; kind: "end"; data: { state: AnswerState } };

/** Poll as the truth of last resort: a lost nudge costs a second. */
const POLL_MS = 1_000;

/**
 * Follows one answer from the place `after` in its log until it ends or `signal` aborts.
 * Yields what is new in batches; the patches of a batch belong together, and only the last of them
 * bears the new id, so that a reader cut off in the middle of a batch resumes before it.
 */
export async function* followAnswer(
	db: Db,
	log: AnswerLog,
	answerId: string,
	after: number,
	signal: AbortSignal,
): AsyncGenerator<AnswerEvent[]> {
	const waiter = new Waiter(log, answerId, signal);
	try {
		let answer = await readState(db, answerId);
		if (!answer) return;
		if (answer.state !== "writing") return yield whole(answer, after);

		const seen = after > 0 ? (await log.readAfter(answerId, 0)).filter(({ seq }) => seq <= after) : [];
		const live = new LiveMarkdown(said(seen, "text"));
		let cursor = after;
		while (!signal.aborted) {
			const entries = await log.readAfter(answerId, cursor);
			const events = eventsOf(entries, live, cursor);
			cursor = entries.at(-1)?.seq ?? cursor;
			if (events.length > 0) yield events;
			// The state was read before the log: if it had ended by then, the log was whole.
			if (answer.state !== "writing") {
				return yield [{ id: cursor, kind: "end", data: { state: answer.state } }];
			}
			if (entries.length === 0) await waiter.wait();
			answer = await readState(db, answerId);
			if (!answer) return;
		}
	} finally {
		waiter.close();
	}
}

const said = (entries: LogEntry[], kind: LogEntry["kind"]) =>
	entries.reduce((all, entry) => (entry.kind === kind ? all + entry.body : all), "");

function eventsOf(entries: LogEntry[], live: LiveMarkdown, cursor: number): AnswerEvent[] {
	const events: AnswerEvent[] = [];
	const reasoning = said(entries, "reasoning");
	if (reasoning !== "") events.push({ id: cursor, kind: "reasoning", data: { append: reasoning } });
	const text = said(entries, "text");
	if (text !== "") {
		for (const patch of live.append(text)) events.push({ id: cursor, kind: "patch", data: patch });
	}
	const last = events.at(-1);
	if (last) last.id = entries.at(-1)?.seq ?? cursor;
	return events;
}

/** To a reader who comes after the end the answer is sent whole: the cursor may be of a trimmed log. */
function whole(answer: { state: AnswerState; text: string }, cursor: number): AnswerEvent[] {
	const blocks = renderMarkdown(answer.text);
	return [
		{ id: cursor, kind: "patch", data: { truncate: 0 } },
		...blocks.map((set, block) => ({ id: cursor, kind: "patch" as const, data: { block, set } })),
		{ id: cursor, kind: "end", data: { state: answer.state } },
	];
}

const readState = (db: Db, answerId: string) =>
	db.selectFrom("answers").select(["state", "text"]).where("id", "=", answerId).executeTakeFirst();

/** Waits for a nudge, the poll or the end, and remembers a nudge that came in between. */
class Waiter {
	#nudged = false;
	#wake: (() => void) | undefined;
	readonly close: () => void;

	constructor(log: AnswerLog, answerId: string, signal: AbortSignal) {
		const nudge = () => {
			this.#nudged = true;
			this.#wake?.();
		};
		const stopListening = log.onNudge(answerId, nudge);
		signal.addEventListener("abort", nudge);
		this.close = () => {
			stopListening();
			signal.removeEventListener("abort", nudge);
		};
	}

	async wait(): Promise<void> {
		if (!this.#nudged) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, POLL_MS);
				this.#wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
		this.#nudged = false;
		this.#wake = undefined;
	}
}
