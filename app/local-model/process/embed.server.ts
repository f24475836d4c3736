import type { Llama } from "./llama.server.ts";

/** Passages are shorter; what a model was trained to read beyond it costs memory. */
const MOST_TOKENS = 2_048;
/** Texts of one request. */
const MOST_TEXTS = 512;

/** Loads a model that turns texts into vectors, one text after another. */
export async function openEmbedder(llama: Llama, { file, threads }: { file: string; threads: number }) {
	const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 });
	const tokens = Math.min(MOST_TOKENS, model.trainContextSize);
	const context = await model.createEmbeddingContext({ contextSize: tokens, batchSize: tokens, threads });

	/** @returns null: the request is none, or a text is longer than the model reads */
	return async function embed(body: unknown, signal: AbortSignal): Promise<(readonly number[])[] | null> {
		const input = (body as { input?: unknown } | null)?.input;
		const texts = typeof input === "string" ? [input] : input;
		if (!Array.isArray(texts) || texts.length > MOST_TEXTS) return null;
		const tokenized = texts.map((text) => (typeof text === "string" ? model.tokenize(text) : []));
		// The model's own marks of a beginning and an end need two places.
		if (tokenized.some(({ length }) => length === 0 || length > tokens - 2)) return null;
		const vectors: (readonly number[])[] = [];
		for (const one of tokenized) {
			signal.throwIfAborted();
			vectors.push((await context.getEmbeddingFor(one)).vector);
		}
		return vectors;
	};
}

/** The object that makes vectors. */
export type Embedder = Awaited<ReturnType<typeof openEmbedder>>;
