import type { Db } from "../../platform/db/connection.server.ts";
import type { ModelRequest } from "../context/model-request.server.ts";
import {
	type Model,
	type OfferedTool,
	ProviderError,
	type ProviderEvent,
	type Waiting,
} from "../providers/provider.server.ts";
import type { Effort } from "../providers/wire/effort.server.ts";
import { changeHeld } from "./lease.server.ts";
import type { AnswerLog } from "./log/answer-log.server.ts";

/** Retries of a prompt that the model's server rejects as too long, each with a third of the exchanges. */
const SHORTENED_AT_MOST = 2;

/** @property tokens what the request is estimated to take */
type Stream = { first: IteratorResult<ProviderEvent>; rest: AsyncIterator<ProviderEvent>; tokens: number };

/**
 * Sends the request to the model and waits for the first piece. When the server reports that the context is too long,
 * retries with fewer exchanges: the token estimate may be too low, or the operator's configured limit too high. The
 * number of omitted exchanges is stored with the answer.
 * @param tools what the model may call; none are named to it where there are none
 * @param effort how long to reason; undefined: the model is not told
 * @throws {ProviderError} when there is no first piece
 * @throws {LeaseLost}
 */
export async function askModel(
	{ db, log, owner }: { db: Db; log: AnswerLog; owner: string },
	answer: { id: string; model: string; account_id: string; context_cut: number },
	{ provider, answerTokens }: Pick<Model, "provider" | "answerTokens">,
	modelRequest: ModelRequest,
	signal: AbortSignal,
	tools: readonly OfferedTool[] = [],
	effort?: Effort,
): Promise<Stream> {
	let known = answer.context_cut;
	let atMost = Number.POSITIVE_INFINITY;
	for (let shortened = 0; ; shortened++) {
		const { messages, pairs, cut, tokens } = modelRequest.fit(atMost);
		if (cut !== known) {
			await changeHeld({ db, answerId: answer.id, owner }, { context_cut: cut });
			await log.announce(answer.id);
			known = cut;
		}
		const { model, account_id: user } = answer;
		const onWait = (waiting: Waiting | null) => log.setWaiting(answer.id, waiting);
		const request = { model, messages, user, maxTokens: answerTokens, tools, effort, onWait };
		// Iterated by hand: wrapping the stream in a second generator costs a tenth of a piece's total.
		const rest = provider.stream(request, signal)[Symbol.asyncIterator]();
		try {
			return { first: await rest.next(), rest, tokens };
		} catch (error) {
			const tooLong = error instanceof ProviderError && error.code === "context-too-long";
			if (!tooLong || shortened >= SHORTENED_AT_MOST || pairs === 1) throw error;
			atMost = Math.ceil(pairs / 3);
		}
	}
}
