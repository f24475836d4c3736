export type Loose = Record<string, unknown>;

/** Another server's value, if it is an object at all. */
export const object = (value: unknown): Loose | undefined =>
	typeof value === "object" && value !== null ? (value as Loose) : undefined;

/** The reasoning in a delta: the two names servers use, then OpenRouter's list. */
export function reasoningIn(delta: Loose): string {
	const { reasoning_content: content, reasoning } = delta;
	if (typeof content === "string" && content !== "") return content;
	if (typeof reasoning === "string" && reasoning !== "") return reasoning;
	return textOfParts(delta.reasoning_details);
}

/** The text in a delta: a string, a list of parts on odd servers, or the model's own refusal. */
export function textIn(delta: Loose): string {
	const { content, refusal } = delta;
	if (typeof content === "string") return content;
	if (content) return textOfParts(content);
	return typeof refusal === "string" ? refusal : "";
}

function textOfParts(parts: unknown): string {
	if (!Array.isArray(parts)) return "";
	return parts.reduce<string>((all, part) => {
		const text = typeof part === "string" ? part : object(part)?.text;
		return typeof text === "string" ? all + text : all;
	}, "");
}
