import { startTimeout } from "../../../platform/concurrency/timeout.server.ts";
import type { Tool, ToolOutcome } from "../../../tools/tool.server.ts";
import { readArguments } from "./call-arguments.server.ts";
import { ROUND_LIMITS } from "./limits.server.ts";
import type { Call } from "./read-rounds.server.ts";
import { RESULT_TEXTS } from "./result-texts.server.ts";

/** The answer that a call belongs to. */
export type CallOf = { answerId: string; accountId: string; conversationId: string };

/**
 * Runs a call, whose start has been committed. Ends with the signal or with its time, whatever the tool does.
 * @param leftMs what is left of the time of all calls
 * @param onDefect receives what a tool throws, which is a defect
 * @returns undefined when the signal was aborted: what became of the call is for the caller to say
 */
export async function runCall(
	tool: Tool,
	call: Pick<Call, "round" | "n" | "args">,
	{ answerId, accountId, conversationId }: CallOf,
	leftMs: number,
	signal: AbortSignal,
	onDefect: (error: unknown) => void,
): Promise<ToolOutcome | undefined> {
	// It may have been aborted while the start was committed; a listener would never hear of it.
	if (signal.aborted) return undefined;
	const limit = tool.server === null && !tool.slow ? ROUND_LIMITS.callMs : ROUND_LIMITS.serverCallMs;
	const time = new AbortController();
	const endTimeout = startTimeout(Math.max(0, Math.min(limit, leftMs)), () => time.abort());
	const both = AbortSignal.any([signal, time.signal]);
	const ended = Promise.withResolvers<"ended">();
	both.addEventListener("abort", () => ended.resolve("ended"), { once: true });
	const key = `${answerId}.${call.round}.${call.n}`;
	try {
		const context = { accountId, conversationId, key, signal: both, now: Date.now() };
		const run = tool.run(readArguments(call.args) ?? {}, context).catch((error: unknown): ToolOutcome => {
			if (!both.aborted) onDefect(error);
			return { ok: false, code: "defect", text: RESULT_TEXTS.failed };
		});
		const outcome = await Promise.race([run, ended.promise]);
		if (signal.aborted) return undefined;
		if (outcome !== "ended" && !time.signal.aborted) return outcome;
		return leftMs < limit
			? { ok: false, code: "too-long", text: RESULT_TEXTS.tooLong }
			: { ok: false, code: "timeout", text: RESULT_TEXTS.timeout };
	} finally {
		endTimeout();
	}
}
