import type { ModelFile } from "./gguf/describe-model.server.ts";

/** Below it a conversation has no room. */
const LEAST_TOKENS = 2_048;
/** Reading more than this takes a processor minutes, and nobody waits that long. */
const MOST_TOKENS = 8_192;
const STEP = 256;
/** The memory of llama.cpp beside the model and its context, and of the process itself. */
const WORK_BYTES = 400 * 1024 ** 2;
/** The share of the remaining memory that the context may take: the server and the system live on the rest. */
const SHARE = 0.5;

/** The memory that a model takes with the smallest useful context, in bytes. */
export const leastMemory = ({ bytes, bytesPerToken }: Pick<ModelFile, "bytes" | "bytesPerToken">): number =>
	bytes + WORK_BYTES + LEAST_TOKENS * bytesPerToken;

/**
 * The context that fits into the memory: question, conversation and answer together.
 * @param freeBytes what the machine or its container has left
 * @returns tokens, a multiple of 256 except where the model was trained on fewer
 */
export function contextTokensFor(
	{ bytes, bytesPerToken, trainedTokens }: Pick<ModelFile, "bytes" | "bytesPerToken" | "trainedTokens">,
	freeBytes: number,
): number {
	const most = Math.min(MOST_TOKENS, trainedTokens || LEAST_TOKENS);
	const room = Math.max(0, freeBytes - bytes - WORK_BYTES) * SHARE;
	const fitting = bytesPerToken > 0 ? Math.floor(room / bytesPerToken / STEP) * STEP : LEAST_TOKENS;
	return Math.min(most, Math.max(LEAST_TOKENS, fitting));
}
