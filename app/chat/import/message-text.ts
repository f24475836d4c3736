import * as v from "valibot";
import type { ExportedMessage } from "./chatgpt-conversation.ts";

/** Marks of sources and of pictures: they stand in private characters, and mean nothing outside. */
const MARKS = /\ue200[^\ue201]*\ue201|[\ue200-\ue2ff]/g;

const shapes = {
	parts: v.object({ parts: v.array(v.unknown()) }),
	code: v.object({ text: v.string(), language: v.nullish(v.string()) }),
	thoughts: v.object({
		thoughts: v.array(v.object({ summary: v.nullish(v.string()), content: v.nullish(v.string()) })),
	}),
	spoken: v.object({ text: v.string() }),
};

/** What a message said, as Markdown; `reasoning` is the part that is shown folded. Empty: nothing to show. */
export function textOf({ author, content, metadata }: ExportedMessage): { text: string; reasoning: string } {
	const nothing = { text: "", reasoning: "" };
	if (metadata?.is_visually_hidden_from_conversation) return nothing;
	if (author.role !== "user" && author.role !== "assistant") return nothing;
	switch (content.content_type) {
		case "text":
		case "multimodal_text": {
			const read = v.safeParse(shapes.parts, content);
			return read.success ? { ...nothing, text: tidy(read.output.parts.map(partText)) } : nothing;
		}
		case "code": {
			const read = v.safeParse(shapes.code, content);
			return read.success ? { ...nothing, text: fenced(read.output.text, read.output.language) } : nothing;
		}
		case "thoughts": {
			const read = v.safeParse(shapes.thoughts, content);
			const said = read.success ? read.output.thoughts : [];
			return { ...nothing, reasoning: tidy(said.flatMap(({ summary, content }) => [summary, content])) };
		}
		default:
			return nothing;
	}
}

/** A picture or a recording cannot come along: the export only points at it. */
function partText(part: unknown): string {
	if (typeof part === "string") return part;
	const spoken = v.safeParse(shapes.spoken, part);
	if (spoken.success) return spoken.output.text;
	return "*[вложение]*";
}

function fenced(code: string, language: string | null | undefined): string {
	if (code.trim() === "") return "";
	const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
	return `${fence}${/^[\w+#.-]{1,20}$/.test(language ?? "") && language !== "unknown" ? language : ""}\n${code}\n${fence}`;
}

const tidy = (parts: (string | null | undefined)[]) =>
	parts
		.map((part) => (part ?? "").replace(MARKS, "").trim())
		.filter((part) => part !== "")
		.join("\n\n");
