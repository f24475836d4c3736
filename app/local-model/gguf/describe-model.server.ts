import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { type GgufHeader, readGguf } from "./read-gguf.server.ts";

/** The properties that a model's file states. */
export type ModelFile = {
	path: string;
	/** The file's name without `.gguf`: the id of the model. */
	id: string;
	/** The name that its makers gave it; null: none. */
	name: string | null;
	bytes: number;
	architecture: string;
	/** How many tokens it was trained to read at once. */
	trainedTokens: number;
	/** The memory that a token of the context takes; 0 where the file does not say. */
	bytesPerToken: number;
	/** The license that its makers name; null: none. */
	license: string | null;
	/** For a conversation; the others make vectors, or show pictures to a model. */
	kind: "chat" | "embeddings" | "projector";
};

/** Keys and values are kept as 16-bit numbers. */
const CACHE_BYTES = 2;

/**
 * Reads a model's file.
 * @throws {NotGguf}
 * @throws the system's error when the file cannot be read
 */
export async function describeModel(path: string): Promise<ModelFile> {
	const [header, { size }] = [await readGguf(path), await stat(path)];
	const { values } = header;
	const architecture = text(header, "general.architecture") ?? "";
	return {
		path,
		id: basename(path).replace(/\.gguf$/i, ""),
		name: text(header, "general.name"),
		bytes: size,
		architecture,
		trainedTokens: most(values.get(`${architecture}.context_length`)) ?? 0,
		bytesPerToken: bytesPerToken(header, architecture),
		license: text(header, "general.license.name") ?? text(header, "general.license"),
		kind:
			architecture === "clip"
				? "projector"
				: values.has(`${architecture}.pooling_type`) || architecture.includes("bert")
					? "embeddings"
					: "chat",
	};
}

function text({ values }: GgufHeader, key: string): string | null {
	const value = values.get(key);
	// Shown in a terminal and on screens.
	return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 100) : null;
}

/** Some models give one number a layer. */
const most = (value: unknown): number | null => {
	const numbers = (Array.isArray(value) ? value : [value]).filter((n) => typeof n === "number" && n > 0);
	return numbers.length > 0 ? Math.max(...numbers) : null;
};

function bytesPerToken({ values }: GgufHeader, architecture: string): number {
	const number = (name: string) => most(values.get(`${architecture}.${name}`));
	const layers = number("block_count");
	const heads = number("attention.head_count");
	const width = number("embedding_length");
	if (!layers || !heads || !width) return 0;
	const kvHeads = number("attention.head_count_kv") ?? heads;
	const key = number("attention.key_length") ?? width / heads;
	const value = number("attention.value_length") ?? width / heads;
	return layers * kvHeads * (key + value) * CACHE_BYTES;
}
