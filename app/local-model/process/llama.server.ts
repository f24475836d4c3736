import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The part of node-llama-cpp that is used. It is no package of the product and so has no types here.
 */
export type LlamaLibrary = {
	getLlama(options: object): Promise<Llama>;
	resolveChatWrapper(model: LlamaModel): ChatWrapper;
	LlamaChat: new (options: { contextSequence: object; chatWrapper: ChatWrapper }) => LlamaChat;
};
export type Llama = { loadModel(options: object): Promise<LlamaModel> };
export type LlamaModel = {
	trainContextSize: number;
	tokenizer: unknown;
	tokenize(text: string): number[];
	createContext(options: object): Promise<{ contextSize: number; getSequence(): object }>;
	createEmbeddingContext(options: object): Promise<EmbeddingContext>;
};
export type EmbeddingContext = {
	getEmbeddingFor(tokens: number[]): Promise<{ vector: readonly number[] }>;
};
export type HistoryItem = { type: "system" | "user"; text: string } | { type: "model"; response: string[] };
export type ChatWrapper = {
	generateContextState(options: { chatHistory: readonly HistoryItem[] }): {
		contextText: { tokenize(tokenizer: unknown): number[] };
	};
};
export type ResponseChunk = { type?: "segment"; segmentType?: string; text: string; tokens: number[] };
export type LlamaChat = {
	generateResponse(
		history: readonly HistoryItem[],
		options: Record<string, unknown> & { onResponseChunk(chunk: ResponseChunk): void },
	): Promise<{ metadata: { stopReason: string } }>;
};

/** @param runtime the folder with its packages */
export const loadLibrary = (runtime: string): Promise<LlamaLibrary> =>
	import(pathToFileURL(join(runtime, "node_modules", "node-llama-cpp", "dist", "index.js")).href);

/** Opens the library: with binaries that came with its packages, and nothing fetched or compiled here. */
export const openLlama = (library: LlamaLibrary, { gpu, threads }: { gpu: boolean; threads: number }) =>
	library.getLlama({
		gpu: gpu ? "auto" : false,
		build: "never",
		skipDownload: true,
		progressLogs: false,
		maxThreads: threads,
		// It quotes what it reads; what becomes of a question is told by the status of its answer.
		logLevel: "disabled",
	});
