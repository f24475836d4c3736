import {
	type Endpoint,
	type ModelSupervisor,
	ModelUnavailable,
} from "../../local-model/model-supervisor.server.ts";
import type { LocalModel } from "../../local-model/services.server.ts";
import { AnswerQueue } from "./answer-queue.server.ts";
import { modelTitle } from "./model-title.server.ts";
import { openAiProvider } from "./openai.server.ts";
import { type Model, ModelRestarted, type Provider, ProviderError } from "./provider.server.ts";

/** Answers that wait while one is written; a question beyond them is refused. */
const QUEUE = 4;
/** The number of answers that a server with a model in a file writes and keeps waiting. */
export const LOCAL_ANSWERS = 1 + QUEUE;
/** A processor reads a long conversation for minutes, and the process is watched otherwise. */
const FIRST_PIECE_MS = 30 * 60_000;
/** Small models may go on for ever. */
const ANSWER_TOKENS = 4_096;

/** The model in a file, as one that users may choose. */
export function describeLocal(
	{ file, contextTokens }: NonNullable<LocalModel["chat"]>,
	provider: Provider,
): Model {
	return {
		id: file.id,
		title: file.name ?? modelTitle(file.id),
		contextTokens,
		answerTokens: Math.min(ANSWER_TOKENS, contextTokens / 2),
		crossBorder: false,
		sees: false,
		// A model of this size calls them in vain, and each call is another reading of all that was said.
		tools: false,
		reasoningBack: "never",
		// It would keep the next question waiting.
		generatesTitles: false,
		provider,
	};
}

/** Answers through the model's process, one at a time. */
export function localProvider(supervisor: ModelSupervisor, idleTimeoutMs: number): Provider {
	const queue = new AnswerQueue();
	let opened: { endpoint: Endpoint; provider: Provider } | undefined;
	const providerAt = (endpoint: Endpoint): Provider => {
		if (opened?.endpoint !== endpoint) {
			const times = { idleTimeoutMs, firstPieceTimeoutMs: FIRST_PIECE_MS };
			opened = { endpoint, provider: openAiProvider({ ...endpoint, ...times, supportsUsage: true }) };
		}
		return opened.provider;
	};
	const endpointFor = (signal: AbortSignal) =>
		supervisor.ready(signal).catch((error: unknown) => {
			if (error instanceof ModelUnavailable)
				throw new ProviderError("unreachable", "the model's process does not start");
			throw error;
		});

	return {
		async *stream(request, signal) {
			const { onWait } = request;
			const end = await queue.turn(signal, (place) => onWait?.({ kind: "queue", place }));
			if (!end) return;
			try {
				if (!supervisor.endpoint) onWait?.({ kind: "loading" });
				const endpoint = await endpointFor(signal);
				onWait?.(null);
				try {
					yield* providerAt(endpoint).stream(request, signal);
				} catch (error) {
					if (!(error instanceof ProviderError)) throw error;
					// A process that is alive and says nothing does not end its work by itself.
					if (BROKEN.has(error.code)) supervisor.restart(endpoint);
					if (error.code !== "timeout" && BROKEN.has(error.code)) throw new ModelRestarted();
					throw error;
				}
			} catch (error) {
				if (!signal.aborted) throw error;
			} finally {
				end();
			}
		},
	};
}

/** The process answers every request to its end: without one it has died, or hangs. */
const BROKEN = new Set(["unreachable", "cut-off", "timeout"]);
