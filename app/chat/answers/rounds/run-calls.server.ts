import { cutText } from "../../../platform/cut-text.server.ts";
import { whileAway } from "../../../platform/db/database-away.server.ts";
import type { Found, Tool, ToolOutcome } from "../../../tools/tool.server.ts";
import { grantedTools } from "../../consent/grants.server.ts";
import type { Held } from "../lease.server.ts";
import type { AnswerLog } from "../log/answer-log.server.ts";
import type { WorkerDependencies } from "../worker-dependencies.server.ts";
import { mayBeginCall } from "./calls-of-day.server.ts";
import { cutToTokens } from "./cut-result.server.ts";
import { ROUND_LIMITS } from "./limits.server.ts";
import { storable } from "./plan-calls.server.ts";
import { type Call, isOver, type Round } from "./read-rounds.server.ts";
import { changeCall, startCall } from "./record-rounds.server.ts";
import { RESULT_TEXTS } from "./result-texts.server.ts";
import { runCall } from "./run-call.server.ts";
import { countToolCall } from "./tool-metrics.server.ts";

export type CallsOf = {
	held: Held;
	accountId: string;
	conversationId: string;
	tools: readonly Tool[];
	/** Tools that the question has switched on, also those whose server cannot be reached, with their titles. */
	switchedOn: ReadonlyMap<string, string>;
	/** The context of the model, in tokens. */
	contextTokens: number;
	log: Pick<AnswerLog, "announce">;
	callsPerDay: WorkerDependencies["callsPerDay"];
	onDefect: (tool: string, error: unknown) => void;
};

/**
 * Takes all calls of the last round to their end: `read` ones several at a time, the others one after another. Each
 * start is committed before the act, each outcome after it. A call that a dead process has left `started` runs again
 * where that does no harm, and becomes `unknown` where it may have been done and cannot run again.
 * @param rounds of the answer, the last one with calls that are not over
 * @returns the rounds as they are then; calls that are not over wait for the person, or the signal was aborted
 * @throws {LeaseLost}
 */
export async function runCalls(of: CallsOf, rounds: readonly Round[], signal: AbortSignal): Promise<Round[]> {
	const last = rounds.at(-1);
	if (!last) return [];
	const calls = [...last.calls];
	const before = rounds.slice(0, -1).flatMap((round) => round.calls);
	const leftMs = () =>
		ROUND_LIMITS.allCallsMs - [...before, ...calls].reduce((sum, one) => sum + took(one), 0);
	await askForConsent(of, calls);
	const run = async (i: number) => {
		const call = calls[i];
		if (!call || isOver(call) || call.state === "waiting" || signal.aborted) return;
		calls[i] = await runOne(of, call, leftMs(), signal);
	};
	for (let i = 0; i < calls.length && !signal.aborted; ) {
		const reads = readsFrom(calls, i);
		await Promise.all(reads.map(run));
		if (reads.length === 0) await run(i);
		i += Math.max(1, reads.length);
	}
	if (signal.reason === "stop") {
		for (const [i, call] of calls.entries()) {
			// The person may be deciding about one that waits; finishing the answer ends it.
			if (isOver(call) || call.state === "waiting") continue;
			calls[i] = await end(of, call, { state: isInDoubt(call) ? "unknown" : "stopped" });
		}
	}
	return [...rounds.slice(0, -1), { ...last, calls }];
}

/** What becomes of a call for which the plan has no room today. */
const PLAN_LIMIT = { state: "failed", error_code: "plan-limit", result: RESULT_TEXTS.planLimit } as const;

/** Calls of tools that ask first wait for the person, unless they may run already. */
async function askForConsent(of: CallsOf, calls: Call[]): Promise<void> {
	const asking = of.tools.filter(({ asks }) => asks);
	if (asking.length === 0) return;
	const granted = await grantedTools(of.held.db, of, asking);
	const perDay = await of.callsPerDay?.(of.accountId);
	const isRefused = perDay !== undefined && !(await mayBeginCall(of.held.db, of.accountId, perDay));
	for (const [i, call] of calls.entries()) {
		const tool = asking.find(({ name, schemaHash }) => name === call.tool && schemaHash === call.schema_hash);
		if (!tool || call.state !== "asked" || call.decided_at !== null || granted.has(tool.name)) continue;
		// A call that the plan refuses anyway is no question to the person. It ends here: until its turn comes another day
		// may begin, or another plan, and it would be done without a consent.
		calls[i] = isRefused
			? await end(of, call, PLAN_LIMIT)
			: await changeCall(of.held, call, { state: "waiting" });
	}
	await of.log.announce(of.held.answerId);
}

/** The places of the next calls that may run together. */
function readsFrom(calls: readonly Call[], from: number): number[] {
	const places: number[] = [];
	for (let i = from; calls[i]?.effect === "read" && places.length < ROUND_LIMITS.readsAtOnce; i++)
		places.push(i);
	return places;
}

/** Whether an act that must not be repeated has begun, and nobody says what became of it; `endCalls()` asks the same. */
const isInDoubt = ({ state, effect }: Call) => state === "started" && effect === "unsafe";

/**
 * The end of an unknown call is when somebody found it, maybe long after. No other takes longer than it may: where the
 * times say so, the clock was set in between.
 */
const took = ({ state, started_at, ended_at }: Call) =>
	started_at === null || ended_at === null || state === "unknown"
		? 0
		: Math.min(Math.max(0, Number(ended_at) - Number(started_at)), ROUND_LIMITS.serverCallMs);

async function runOne(of: CallsOf, call: Call, leftMs: number, signal: AbortSignal): Promise<Call> {
	// An act that was begun before may have been done.
	const isBegun = call.tries > 0 && call.effect !== "read";
	const failed = (code: string, result: string) =>
		end(
			of,
			call,
			isBegun ? { state: "unknown", error_code: code } : { state: "failed", error_code: code, result },
		);
	if (isInDoubt(call)) return end(of, call, { state: "unknown" });
	if (call.tries >= ROUND_LIMITS.tries) return failed("tries", RESULT_TEXTS.tries);
	const named = of.tools.filter(({ name }) => name === call.tool);
	const tool = named.find(({ schemaHash }) => schemaHash === call.schema_hash);
	if (!tool && named.length === 0 && of.switchedOn.has(call.tool))
		return failed("unavailable", RESULT_TEXTS.away);
	if (!tool) return failed("unknown-tool", RESULT_TEXTS.unknownTool);
	if (leftMs <= 0) return failed("too-long", RESULT_TEXTS.tooLong);
	const started = await startCall(of.held, call, of.accountId, await of.callsPerDay?.(of.accountId));
	if (started === "limit") return end(of, call, PLAN_LIMIT);
	await of.log.announce(of.held.answerId);
	const { accountId, conversationId, held } = of;
	const began = performance.now();
	const outcome = await runCall(
		tool,
		started,
		{ answerId: held.answerId, accountId, conversationId },
		leftMs,
		signal,
		(error) => of.onDefect(tool.name, error),
	);
	if (!outcome) return started;
	countToolCall(tool.name, outcome, performance.now() - began);
	const change = outcomeOf(outcome, started.effect, of.contextTokens);
	// Nobody else knows it: the next attempt would take an act that was done for unknown, or do it once more.
	return whileAway(() => end(of, started, change, outcome.ok ? outcome : {}), signal);
}

/** Failures after which the act may have been done all the same. */
const UNCERTAIN = new Set(["interrupted", "timeout", "too-long", "too-large", "defect"]);

function outcomeOf(outcome: ToolOutcome, effect: Call["effect"], contextTokens: number) {
	const most = Math.min(ROUND_LIMITS.resultTokens, Math.floor(contextTokens * ROUND_LIMITS.resultShare));
	const { text, isCut } = cutToTokens(storable(outcome.text), most);
	const result = {
		result: text,
		result_cut: isCut ? (1 as const) : (0 as const),
		summary: outcome.summary === undefined ? null : storable(cutText(outcome.summary, MOST_SUMMARY)),
		code: outcome.ran ? storable(JSON.stringify(shortened(outcome.ran))) : null,
	};
	if (!outcome.ok) {
		const isUnknown = effect === "unsafe" && UNCERTAIN.has(outcome.code);
		const state = isUnknown ? ("unknown" as const) : ("failed" as const);
		return { ...result, state, error_code: outcome.code.slice(0, 40) };
	}
	return { ...result, state: "done" as const };
}

const MOST_SUMMARY = 500;
/** Maximum characters stored of the code that ran, and of its output. */
const MOST_CODE = 16_000;

const shortened = ({ input, output }: { input: string; output: string }) => ({
	input: cutText(input, MOST_CODE),
	output: cutText(output, MOST_CODE),
});

async function end(
	of: CallsOf,
	call: Call,
	change: Parameters<typeof changeCall>[2],
	found?: Found,
): Promise<Call> {
	const ended = await changeCall(of.held, call, { ...change, ended_at: Date.now() }, found);
	await of.log.announce(of.held.answerId);
	return ended;
}
