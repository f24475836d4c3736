import { sql } from "kysely";
import { madePicturesOf } from "../../../files/pictures/made-pictures.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { RUN_CODE } from "../../../tools/code/run-code.server.ts";
import { MAKE_PICTURE } from "../../../tools/pictures/make-picture.server.ts";
import { isRepeated } from "../../consent/repeat-call.server.ts";
import type { ShownRound, ShownStep } from "../../tools/shown-step.ts";
import { visibleArguments } from "../../tools/visible-arguments.server.ts";
import { readArguments } from "./call-arguments.server.ts";
import type { Call } from "./read-rounds.server.ts";

/** Characters of the arguments that a screen shows, and of code that was not run. */
const MOST_SHOWN = 2_000;
const MOST_CODE = 16_000;

const idOf = ({ answer_id, round, n }: { answer_id: string; round: number; n: number }) =>
	`${answer_id}.${round}.${n}`;

/** Of a tool that the model did not have only a raw name is known. Tools of our own have words of their own. */
const UNKNOWN_TOOL = "Неизвестный инструмент";

type CallRow = Pick<
	Call,
	"answer_id" | "round" | "tool" | "args" | "state" | "decided_by" | "error_code" | "started_at"
>;

/** Who has denied a call in the person's place; null: the person. An account's id is not shown. */
const denierOf = (by: string | null) => (by === "question" || by === "time" ? by : null);

/** What the screen tells calls of one state apart by, or why a call has failed. */
function errorCodeOf(call: CallRow, calls: readonly CallRow[]): string | null {
	if (call.state === "denied") return denierOf(call.decided_by);
	if (call.state === "unknown") {
		const own = calls.filter(({ answer_id }) => answer_id === call.answer_id);
		return isRepeated(call, own) ? "repeated" : null;
	}
	return call.state === "stopped" && call.started_at === null ? "not-begun" : call.error_code;
}

/** The code of a call that was refused or stopped before it ran; null: the call is of another tool, or is no JSON. */
function codeNotRun({ server, tool, args }: { server: string | null; tool: string; args: string }) {
	if (server !== null || tool !== RUN_CODE) return null;
	const code = readArguments(args)?.code;
	return typeof code === "string" ? { input: code.toWellFormed(), output: "" } : null;
}

/** The rounds of some answers as the screen shows them, without what the model was told. */
export async function readSteps(db: Db, answerIds: readonly string[]): Promise<Map<string, ShownRound[]>> {
	if (answerIds.length === 0) return new Map();
	const [rounds, calls] = await Promise.all([
		db
			.selectFrom("answer_rounds")
			.select(["answer_id", "round", "text_to", "reasoning_to", "reasoning_ms", "ended_at"])
			.where("answer_id", "in", answerIds)
			.orderBy("round")
			.execute(),
		db
			.selectFrom("answer_calls")
			.select(["answer_id", "round", "n", "tool", "server", "title", "state", "summary", "code"])
			.select(["error_code", "decided_by", "sources", "started_at", "ended_at"])
			// A person who is asked is shown all of it.
			.select(
				sql<string>`case when state = 'waiting' then args else substr(args, 1, case when tool = ${RUN_CODE} and code is null then ${sql.lit(MOST_CODE)} else ${sql.lit(MOST_SHOWN)} end) end`.as(
					"args",
				),
			)
			.where("answer_id", "in", answerIds)
			.orderBy("round")
			.orderBy("n")
			.execute(),
	]);
	const made = await madePicturesOf(
		db,
		calls.flatMap((call) => (call.tool === MAKE_PICTURE && call.state === "done" ? idOf(call) : [])),
	);
	const steps = Map.groupBy(calls, ({ answer_id, round }) => `${answer_id} ${round}`);
	const read = new Map<string, ShownRound[]>();
	for (const { answer_id, round, text_to, reasoning_to, reasoning_ms, ended_at } of rounds) {
		const own = (steps.get(`${answer_id} ${round}`) ?? []).map(
			(call): ShownStep => ({
				id: idOf(call),
				tool: call.tool,
				server: call.server,
				title: call.state === "failed" && call.error_code === "unknown-tool" ? UNKNOWN_TOOL : call.title,
				state: call.state,
				args: visibleArguments(call.state === "waiting" ? call.args : cutText(call.args, MOST_SHOWN)),
				summary: call.summary,
				code: call.code === null ? codeNotRun(call) : JSON.parse(call.code),
				errorCode: errorCodeOf(call, calls),
				sources: call.sources === null ? [] : JSON.parse(call.sources),
				pictures: made.get(idOf(call)) ?? [],
				ms:
					call.started_at === null || call.ended_at === null
						? null
						: Math.max(0, Number(call.ended_at) - Number(call.started_at)),
				startedAt: call.state === "started" && call.started_at !== null ? Number(call.started_at) : null,
			}),
		);
		const before = read.get(answer_id) ?? [];
		const cites = own.reduce((last, { sources }) => Math.max(last, ...sources), 0);
		read.set(answer_id, [
			...before,
			{
				round,
				textTo: text_to,
				reasoningTo: reasoning_to,
				reasoningMs: reasoning_ms,
				endedAt: Number(ended_at),
				cites,
				steps: own,
			},
		]);
	}
	return read;
}
