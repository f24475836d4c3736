export type Loose = Record<string, unknown>;

/** The value as an object, if it is one. */
export const object = (value: unknown): Loose | undefined =>
	typeof value === "object" && value !== null ? (value as Loose) : undefined;

/** A value as JSON; null: it is nested deeper than can be written. */
export function jsonOf(value: unknown): string | null {
	try {
		return JSON.stringify(value) ?? "";
	} catch {
		return null;
	}
}

/** How many characters a value takes where it is kept. */
export const sizeOf = (value: unknown): number =>
	typeof value === "string" ? value.length : (jsonOf(value)?.length ?? Number.POSITIVE_INFINITY);

/**
 * The fields of a delta that carry reasoning. `reasoning_content`: DeepSeek, llama.cpp, LiteLLM, LM Studio, and as an
 * object with its text Envoy for Bedrock; `reasoning`: vLLM, Ollama, OpenRouter; `reasoning_text`: GitHub Copilot;
 * `reasoning_details`: OpenRouter and MiniMax, in parts. Some send the same under two names.
 */
const REASONING = ["reasoning_content", "reasoning", "reasoning_text", "reasoning_details"];

/** The reasoning of a delta: the first non-empty field, or the thinking parts of its content. */
export function reasoningIn(delta: Loose): string {
	for (const name of REASONING) {
		const text = textOf(delta[name]);
		if (text !== "") return text;
	}
	return Array.isArray(delta.content) ? textOf(delta.content.filter(isThinking)) : "";
}

/** The text of a delta: a string, a list of parts on some servers, or the model's refusal. */
export function textIn(delta: Loose): string {
	const { content, refusal } = delta;
	if (typeof content === "string") return content;
	if (Array.isArray(content)) return textOf(content.filter((part) => !isThinking(part)));
	return typeof refusal === "string" ? refusal : "";
}

/** Mistral: `{type: "thinking", thinking: [{type: "text", text}]}` beside `{type: "text", text}`. */
export function isThinking(part: unknown): boolean {
	const type = object(part)?.type;
	return typeof type === "string" && /^(?:thinking|reasoning)/.test(type);
}

/** The text of a string, of a part, or of a list of parts; a part holds it under one of three names. */
function textOf(value: unknown, deepest = 4): string {
	if (typeof value === "string") return value;
	if (deepest === 0) return "";
	if (Array.isArray(value)) return value.map((part) => textOf(part, deepest - 1)).join("");
	const part = object(value);
	return part ? textOf(part.text ?? part.thinking ?? part.summary, deepest - 1) : "";
}
