import type { Tool } from "../../../tools/tool.server.ts";
import type { AskedCall } from "../../providers/calls/call-assembler.server.ts";
import type { Finish } from "../../providers/provider.server.ts";
import { readArguments, signatureOf } from "./call-arguments.server.ts";
import { ROUND_LIMITS } from "./limits.server.ts";
import type { Round } from "./read-rounds.server.ts";
import type { NewCall } from "./record-rounds.server.ts";
import { RESULT_TEXTS } from "./result-texts.server.ts";

/** The most that is kept of the name and the arguments of a call: a server may send them without limit. */
const MOST_NAME = 200;
const MOST_ARGUMENTS = 64_000;

/**
 * Sorts the calls that a model asks for: those that may run are `asked`, the others have ended with the text that the
 * model gets instead of a result.
 * @param finish `length`: the last call was cut
 * @param before the rounds of the answer so far
 * @param switchedOn tools that the question has switched on, also those whose server cannot be reached, with their titles
 */
export function planCalls(
	asked: readonly AskedCall[],
	finish: Finish,
	tools: readonly Tool[],
	before: readonly Round[],
	now: number,
	switchedOn: ReadonlyMap<string, string> = new Map(),
): NewCall[] {
	const earlier = before.flatMap(({ calls }) => calls);
	const results = new Map<string, { runs: number; text: string | null }>();
	for (const { tool, args, result, state } of earlier) count(results, signatureOf(tool, args), state, result);
	return asked.map(({ id, name, arguments: args }, i) => {
		const tool = tools.find((one) => one.name === name);
		const kept = storable(name.slice(0, MOST_NAME));
		const base: NewCall = {
			n: i + 1,
			upstream_id: storable(id),
			server: tool?.server ?? null,
			tool: kept,
			title: tool?.title ?? switchedOn.get(name) ?? kept,
			args: storable(args.slice(0, MOST_ARGUMENTS)),
			schema_hash: tool?.schemaHash ?? "",
			effect: tool?.effect ?? "read",
			state: "asked",
			asked_at: now,
		};
		const refused = (code: string, result: string): NewCall => ({
			...base,
			state: "failed",
			error_code: code,
			result,
			ended_at: now,
		});
		const isCut = (finish === "length" && i === asked.length - 1) || args.length > MOST_ARGUMENTS;
		if (isCut || !readArguments(args)) return refused("unreadable", RESULT_TEXTS.unreadable);
		if (!tool && switchedOn.has(name)) return refused("unavailable", RESULT_TEXTS.away);
		if (!tool) return refused("unknown-tool", RESULT_TEXTS.unknownTool);
		if (earlier.length + i >= ROUND_LIMITS.calls) return refused("too-many", RESULT_TEXTS.tooMany);
		const signature = signatureOf(name, args);
		const same = results.get(signature);
		if (same && same.runs >= ROUND_LIMITS.sameCallRuns) {
			count(results, signature, "done", same.text);
			return {
				...base,
				state: "done",
				error_code: "again",
				result: `${RESULT_TEXTS.again}\n\n${same.text ?? ""}`,
				ended_at: now,
			};
		}
		count(results, signature, "asked", null);
		return base;
	});
}

function count(
	results: Map<string, { runs: number; text: string | null }>,
	signature: string,
	state: string,
	result: string | null,
): void {
	const before = results.get(signature) ?? { runs: 0, text: null };
	const isRun = state !== "denied" && state !== "stopped";
	results.set(signature, { runs: before.runs + Number(isRun), text: before.text ?? result });
}

/** Whether the model gets no more tools in this answer: it has used them up, or does not get along with them. */
export function areToolsOver(rounds: readonly Round[]): boolean {
	const calls = rounds.flatMap((round) => round.calls);
	if (rounds.length >= ROUND_LIMITS.rounds - 1 || calls.length >= ROUND_LIMITS.calls) return true;
	if (calls.some(({ error_code }) => error_code === "too-long" || error_code === "plan-limit")) return true;
	const times = Map.groupBy(calls, ({ tool, args }) => signatureOf(tool, args));
	if ([...times.values()].some(({ length }) => length > ROUND_LIMITS.sameCalls)) return true;
	const last = rounds.slice(-ROUND_LIMITS.unreadableRounds);
	return (
		last.length === ROUND_LIMITS.unreadableRounds &&
		last.every((round) => round.calls.some(({ error_code }) => error_code === "unreadable"))
	);
}

/** PostgreSQL stores neither U+0000 nor a lone surrogate. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
