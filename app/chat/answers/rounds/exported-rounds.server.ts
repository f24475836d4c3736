import type { Round } from "./read-rounds.server.ts";

/** The rounds of an answer as an export has them: the calls, and their results. */
export const exportedRounds = (rounds: readonly Round[]) =>
	rounds.map(({ text_to, reasoning_to, reasoning_ms, calls }) => ({
		/** Where in the answer's text and reasoning they stand, in UTF-16 units. */
		textTo: text_to,
		reasoningTo: reasoning_to,
		/** How long the model had reasoned by then. */
		reasoningMs: reasoning_ms,
		calls: calls.map((call) => ({
			tool: call.tool,
			server: call.server,
			title: call.title,
			arguments: call.args,
			effect: call.effect,
			state: call.state,
			result: call.result,
			resultCut: call.result_cut === 1,
			/** The numbers of what it has given to cite: of `webSources`, and of passages in `sources`. */
			sources: call.sources === null ? [] : (JSON.parse(call.sources) as number[]),
			askedAt: Number(call.asked_at),
			endedAt: call.ended_at === null ? null : Number(call.ended_at),
			decidedAt: call.decided_at === null ? null : Number(call.decided_at),
		})),
	}));
