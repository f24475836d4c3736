import type { HistoryItem } from "./llama.server.ts";

export type ChatRequest = {
	/** Ends with an empty answer of the model, which it fills. */
	history: HistoryItem[];
	stream: boolean;
	usage: boolean;
	maxTokens: number | undefined;
	sampling: Record<string, number>;
};

/** OpenAI's names of what may be set, and the library's. */
const SAMPLING: Record<string, string> = { temperature: "temperature", top_p: "topP", seed: "seed" };

/** Reads the body of a chat completion. @returns null: it is none */
export function readChatRequest(body: unknown): ChatRequest | null {
	const request = objectOf(body);
	if (!request || !Array.isArray(request.messages) || request.messages.length === 0) return null;
	const messages = request.messages.map(readMessage);
	if (messages.some((message) => message === null)) return null;
	const read = messages.filter((message) => message !== null);
	// Templates take one instruction, and that at the beginning.
	const instruction = read.flatMap(({ role, text }) => (role === "system" ? [text] : [])).join("\n\n");
	const history: HistoryItem[] = instruction === "" ? [] : [{ type: "system", text: instruction }];
	for (const { role, text } of read) {
		if (role === "user") history.push({ type: "user", text });
		else if (role === "assistant") history.push({ type: "model", response: [text] });
	}
	history.push({ type: "model", response: [] });
	const limit = request.max_completion_tokens ?? request.max_tokens;
	return {
		history,
		stream: request.stream === true,
		usage: objectOf(request.stream_options)?.include_usage === true,
		maxTokens: typeof limit === "number" && limit >= 1 ? Math.floor(limit) : undefined,
		sampling: Object.fromEntries(
			Object.entries(SAMPLING).flatMap(([name, ours]) => {
				const value = request[name];
				return typeof value === "number" ? [[ours, value]] : [];
			}),
		),
	};
}

type Loose = Record<string, unknown>;

const objectOf = (value: unknown): Loose | null =>
	typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : null;

function readMessage(value: unknown): { role: "system" | "user" | "assistant"; text: string } | null {
	const message = objectOf(value);
	const role = message?.role === "developer" ? "system" : message?.role;
	if (role !== "system" && role !== "user" && role !== "assistant") return null;
	const { content } = message as Loose;
	if (typeof content === "string") return { role, text: content };
	if (!Array.isArray(content)) return null;
	const texts = content.map((part) => objectOf(part)?.text);
	return texts.every((text) => typeof text === "string") ? { role, text: texts.join("\n\n") } : null;
}
