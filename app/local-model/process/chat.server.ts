import type { ChatRequest } from "./chat-request.server.ts";
import type { HistoryItem, Llama, LlamaLibrary } from "./llama.server.ts";

/**
 * Tokens of a question that are read in one step. A stop waits for the end of a step, and the next answer with it, so
 * steps are short; longer ones are hardly faster on a processor.
 */
const BATCH_TOKENS = 128;
/** With less room an answer would break off in its first sentences. */
const LEAST_ANSWER = 256;
/** The values that the makers of most small models recommend; a request may say otherwise. */
const SAMPLING = { temperature: 0.7, topP: 0.9, topK: 40, minP: 0.05 };

/** The question and what came before it do not fit into the context. */
export class ContextTooLong extends Error {
	override readonly name = "ContextTooLong";
}

export type Piece = { kind: "text" | "reasoning"; text: string };
export type Outcome = { finish: "stop" | "length"; promptTokens: number; completionTokens: number };

/** Loads a model for conversations. It answers one question at a time; what the context has read already is kept. */
export async function openChat(
	library: LlamaLibrary,
	llama: Llama,
	{
		file,
		contextTokens,
		threads,
		gpu,
	}: { file: string; contextTokens: number; threads: number; gpu: boolean },
) {
	const model = await llama.loadModel({ modelPath: file, ...(gpu ? {} : { gpuLayers: 0 }) });
	const context = await model.createContext({
		contextSize: contextTokens,
		batchSize: BATCH_TOKENS,
		sequences: 1,
		threads,
	});
	const chatWrapper = library.resolveChatWrapper(model);
	const chat = new library.LlamaChat({ contextSequence: context.getSequence(), chatWrapper });

	const countTokens = (history: HistoryItem[]) =>
		chatWrapper.generateContextState({ chatHistory: history }).contextText.tokenize(model.tokenizer).length;

	/**
	 * @param onPiece gets the pieces as they come
	 * @throws {ContextTooLong} before the first piece
	 * @throws the signal's reason
	 */
	return async function answer(
		request: ChatRequest,
		signal: AbortSignal,
		onPiece: (piece: Piece) => void,
	): Promise<Outcome> {
		const { history, maxTokens, sampling } = request;
		const promptTokens = countTokens(history);
		const room = context.contextSize - promptTokens;
		if (room < Math.min(LEAST_ANSWER, context.contextSize / 4)) throw new ContextTooLong();
		let completionTokens = 0;
		const { metadata } = await chat.generateResponse(history, {
			...SAMPLING,
			...sampling,
			maxTokens: Math.min(maxTokens ?? room, room - 1),
			signal,
			stopOnAbortSignal: false,
			onResponseChunk({ type, text, tokens }) {
				completionTokens += tokens.length;
				if (text !== "") onPiece({ kind: type === "segment" ? "reasoning" : "text", text });
			},
		});
		const finish = metadata.stopReason === "maxTokens" ? "length" : "stop";
		return { finish, promptTokens, completionTokens };
	};
}

/** The object that answers questions. */
export type Answerer = Awaited<ReturnType<typeof openChat>>;
