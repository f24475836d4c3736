import { cutText } from "../../../platform/cut-text.server.ts";
import { titleFrom } from "../../titles/title.server.ts";
import { storedBytesOf } from "../import-limits.server.ts";
import { readConversation } from "./chatgpt-conversation.server.ts";
import { exchangesOf } from "./exchanges.server.ts";
import { isOwn, readOwnConversation } from "./own-conversation.server.ts";
import type { ReadItem } from "./read-conversation.server.ts";

/** Characters from which a title is made. */
const TITLE_FROM = 1_000;

/**
 * @param json of one item
 * @param now the time of a conversation that has none
 */
export function readItem(json: string, now: number): ReadItem {
	if (isOwn(json)) return readOwnConversation(json, now);
	const conversation = readConversation(json, now);
	if (!conversation) return "unreadable";
	const exchanges = exchangesOf(conversation);
	if (exchanges === "too-large") return exchanges;
	const { prompts, answers, tip } = exchanges;
	if (prompts.length === 0) return "unreadable";
	const { sourceId, title, createdAt, updatedAt } = conversation;
	const textBytes = [
		...prompts.map(({ text }) => Buffer.byteLength(text)),
		...answers.map(({ text, reasoning }) => Buffer.byteLength(text) + Buffer.byteLength(reasoning)),
	].reduce((sum, bytes) => sum + bytes, 0);
	return {
		sourceId,
		title: titleFrom(cutText(title || (prompts[0]?.text ?? ""), TITLE_FROM)),
		titledBy: title ? "person" : "prompt",
		createdAt,
		updatedAt,
		tip,
		bytes: storedBytesOf({ messages: prompts.length + answers.length, textBytes }),
		prompts,
		answers,
	};
}
