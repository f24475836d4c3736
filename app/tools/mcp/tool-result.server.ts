import * as v from "valibot";
import { clean } from "../../files/reading/process/text-output.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { isTooDeep } from "../nesting.server.ts";
import { pageSource } from "../page-source.server.ts";
import type { ToolOutcome, ToolSource } from "../tool.server.ts";
import type { Result } from "./messages.server.ts";

const CHARACTERS = 100_000;
const MOST_BLOCKS = 200;

const block = v.object({
	type: v.string(),
	text: v.optional(v.string()),
	mimeType: v.optional(v.string()),
	uri: v.optional(v.string()),
	name: v.optional(v.string()),
	title: v.optional(v.string()),
	description: v.optional(v.string()),
	resource: v.optional(v.object({ uri: v.optional(v.string(), ""), text: v.optional(v.string()) })),
});
const callResult = v.object({
	resultType: v.optional(v.string(), "complete"),
	content: v.optional(v.array(v.unknown()), []),
	structuredContent: v.optional(v.unknown()),
	isError: v.optional(v.boolean(), false),
});

/**
 * The result of a call as an outcome: its texts; of pictures and sounds it is said that they are there. Its links to
 * the web are its sources.
 */
export function outcomeOf(result: Result, now = Date.now()): ToolOutcome {
	const parsed = v.safeParse(callResult, result);
	if (!parsed.success) return { ok: false, code: "failed", text: "Инструмент ответил не по правилам." };
	const { resultType, content, structuredContent, isError } = parsed.output;
	if (resultType === "input_required")
		return {
			ok: false,
			code: "unsupported",
			text: "Инструмент просит дополнительных сведений от человека, а передать их нельзя. Действие не выполнено.",
		};
	const texts = content.slice(0, MOST_BLOCKS).map(textOf).filter(Boolean);
	const text = texts.length > 0 ? texts.join("\n") : asJson(structuredContent);
	const said = clean(cutText(text, CHARACTERS)).trim();
	if (isError)
		return { ok: false, code: "failed", text: `Инструмент сообщил об ошибке: ${said || "без объяснений"}` };
	const sources = content.slice(0, MOST_BLOCKS).flatMap((one) => sourceOf(one, now));
	return {
		ok: true,
		text: said || "Выполнено. Инструмент ничего не вернул.",
		...(sources.length > 0 && { sources }),
	};
}

function textOf(value: unknown): string {
	const parsed = v.safeParse(block, value);
	if (!parsed.success) return "";
	const { type, text, mimeType, uri, name, resource } = parsed.output;
	if (type === "text") return text ?? "";
	if (type === "resource") return resource?.text ?? `[${resource?.uri || "файл"}: содержимое не показано]`;
	if (type === "resource_link") return `[${name ?? "ссылка"}: ${uri ?? ""}]`;
	if (type === "image" || type === "audio") return `[${mimeType ?? type}: не показано]`;
	return "";
}

function sourceOf(value: unknown, now: number): ToolSource[] {
	const parsed = v.safeParse(block, value);
	if (!parsed.success || parsed.output.type !== "resource_link") return [];
	const { uri = "", name = "", title = name, description = "" } = parsed.output;
	const source = pageSource({ url: uri, title, snippet: description }, now);
	return source ? [source] : [];
}

function asJson(value: unknown): string {
	if (value === undefined || value === null) return "";
	return isTooDeep(value) ? "[вложено слишком глубоко: не показано]" : JSON.stringify(value);
}
