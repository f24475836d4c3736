import * as v from "valibot";
import { CONVERSATION_LIMITS } from "../import-limits.server.ts";
import type { ExportedMessage } from "./chatgpt-conversation.server.ts";
import { clean } from "./clean.server.ts";

/**
 * Citation and image markers in private-use characters, meaningless outside. An unclosed marker ends where the next
 * one begins, so that a text of openers alone is scanned once.
 */
const MARKS = /\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue2ff]/g;

const shapes = {
	parts: v.object({ parts: v.array(v.unknown()) }),
	code: v.object({ text: v.string(), language: v.nullish(v.string()) }),
	thoughts: v.object({
		thoughts: v.array(v.object({ summary: v.nullish(v.string()), content: v.nullish(v.string()) })),
	}),
	transcription: v.object({ text: v.string() }),
};

export type MessageText = { text: string; reasoning: string };

/**
 * The text of a message as Markdown; `reasoning` is the part that is shown collapsed. Empty: nothing to show. A
 * message above the limit is read only as far as needed to exceed it.
 */
export function textOf({ author, content, metadata }: ExportedMessage): MessageText {
	const nothing = { text: "", reasoning: "" };
	if (metadata?.is_visually_hidden_from_conversation) return nothing;
	if (author.role !== "user" && author.role !== "assistant") return nothing;
	switch (content.content_type) {
		case "text":
		case "multimodal_text": {
			const read = v.safeParse(shapes.parts, content);
			return read.success ? { ...nothing, text: tidy(read.output.parts, partText) } : nothing;
		}
		case "code": {
			const read = v.safeParse(shapes.code, content);
			return read.success ? { ...nothing, text: fenced(read.output.text, read.output.language) } : nothing;
		}
		case "thoughts": {
			const read = v.safeParse(shapes.thoughts, content);
			const thoughts = read.success ? read.output.thoughts : [];
			return {
				...nothing,
				reasoning: tidy(thoughts, ({ summary, content }) => joined([tidied(summary), tidied(content)])),
			};
		}
		default:
			return nothing;
	}
}

/** An image or a recording cannot be imported: the export only references it. */
function partText(part: unknown): string {
	if (typeof part === "string") return part;
	const transcription = v.safeParse(shapes.transcription, part);
	if (transcription.success) return transcription.output.text;
	return "*[вложение]*";
}

function fenced(text: string, language: string | null | undefined): string {
	const code = clean(text);
	if (code.trim() === "") return "";
	let longest = 2;
	for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
	const fence = "`".repeat(longest + 1);
	return `${fence}${/^[\w+#.-]{1,20}$/.test(language ?? "") && language !== "unknown" ? language : ""}\n${code}\n${fence}`;
}

function tidy<Part>(parts: Part[], read: (part: Part) => string): string {
	const texts: string[] = [];
	let length = 0;
	for (const part of parts) {
		const text = tidied(read(part));
		texts.push(text);
		length += text.length;
		if (length > CONVERSATION_LIMITS.messageCharacters) break;
	}
	return joined(texts);
}

const tidied = (text: string | null | undefined) =>
	clean(text ?? "")
		.replace(MARKS, "")
		.trim();

/** Joins paragraphs without the empty ones. */
export const joined = (texts: string[]): string => texts.filter(Boolean).join("\n\n");
