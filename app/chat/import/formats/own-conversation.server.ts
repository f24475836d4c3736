import * as v from "valibot";
import { cutText } from "../../../platform/cut-text.server.ts";
import { titleFrom } from "../../titles/title.server.ts";
import { CONVERSATION_LIMITS, storedBytesOf } from "../import-limits.server.ts";
import { clean } from "./clean.server.ts";
import type { ImportedAnswer, ImportedPrompt } from "./exchanges.server.ts";
import { sourcesOf } from "./own-sources.server.ts";
import type { ReadItem } from "./read-conversation.server.ts";

/** The format of `/chat/export?format=json`, as its files begin. */
const OWN_FORMAT = "sobesednik-conversation-1";

const YEAR_2100 = Date.UTC(2100, 0, 1);
const LONGEST_NAME = 100;
const TITLE_FROM = 1_000;

const time = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(YEAR_2100)), -1);
const id = v.pipe(v.string(), v.maxLength(200));
const text = v.pipe(v.string(), v.transform(clean));

const answer = v.object({
	id,
	createdAt: time,
	model: v.fallback(text, ""),
	text,
	reasoning: v.fallback(text, ""),
	sources: v.optional(v.unknown()),
});
const prompt = v.object({
	id,
	afterAnswerId: v.nullish(id),
	createdAt: time,
	text,
	answers: v.array(answer),
});
const conversation = v.object({
	format: v.literal(OWN_FORMAT),
	id,
	title: v.fallback(text, ""),
	createdAt: time,
	updatedAt: time,
	shownAnswerId: v.nullish(id),
	prompts: v.array(prompt),
});

const BEGINNING = `{"format":"${OWN_FORMAT}"`;

/** Whether an item of an upload, as JSON, begins as ours do. */
export const isOwn = (json: string): boolean => json.trimStart().startsWith(BEGINNING);

/**
 * A conversation as this service exports it: all versions, with what the answers cite.
 * @param now the time of what has none
 */
export function readOwnConversation(json: string, now: number): ReadItem {
	const parsed = v.safeParse(conversation, fromJson(json), { abortEarly: true });
	if (!parsed.success) return "unreadable";
	const own = parsed.output;
	const prompts: ImportedPrompt[] = [];
	const answers: ImportedAnswer[] = [];
	const keys = new Map<string, number>();
	const versions = new Map<string, number>();
	let characters = 0;
	let textBytes = 0;
	/** @returns whether it is within the limits */
	const count = (version: string, ...texts: string[]): boolean => {
		const before = versions.get(version) ?? 0;
		versions.set(version, before + 1);
		for (const one of texts) {
			characters += one.length;
			textBytes += Buffer.byteLength(one);
		}
		return (
			before < CONVERSATION_LIMITS.versions &&
			characters <= CONVERSATION_LIMITS.characters &&
			texts.every(({ length }) => length <= CONVERSATION_LIMITS.messageCharacters) &&
			prompts.length + answers.length < CONVERSATION_LIMITS.messages
		);
	};
	for (const asked of own.prompts) {
		// Only an answer that comes before: a branch has no circles, whatever the file says.
		const parentAnswer = keys.get(asked.afterAnswerId ?? "") ?? null;
		const at = timeOf(asked.createdAt, now);
		if (!count(`after ${parentAnswer}`, asked.text)) return "too-large";
		const key = prompts.push({ key: prompts.length, parentAnswer, text: asked.text, at }) - 1;
		for (const said of asked.answers) {
			const sources = sourcesOf(said.sources);
			if (!count(`of ${key}`, said.text, said.reasoning, sources ?? "")) return "too-large";
			keys.set(said.id, answers.length);
			answers.push({
				key: answers.length,
				prompt: key,
				text: said.text,
				reasoning: said.reasoning,
				model: cutText(said.model, LONGEST_NAME),
				at: timeOf(said.createdAt, at + 1),
				sources,
			});
		}
	}
	const [first] = prompts;
	if (!first) return "unreadable";
	const createdAt = timeOf(own.createdAt, now);
	return {
		sourceId: `${OWN_FORMAT} ${own.id}`,
		title: titleFrom(cutText(own.title || first.text, TITLE_FROM)),
		titledBy: own.title ? "person" : "prompt",
		createdAt,
		updatedAt: timeOf(own.updatedAt, createdAt),
		tip: keys.get(own.shownAnswerId ?? "") ?? answers.at(-1)?.key ?? null,
		bytes: storedBytesOf({ messages: prompts.length + answers.length, textBytes }),
		prompts,
		answers,
	};
}

function fromJson(json: string): unknown {
	try {
		return JSON.parse(json.trim());
	} catch {
		return null;
	}
}

const timeOf = (at: number, otherwise: number) => (at < 0 ? otherwise : at);

/** The bytes of a file: one of our conversations alone as a list of one, anything else as it is. */
export async function* asList(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
	let alone: boolean | undefined;
	for await (const chunk of bytes) {
		if (alone === undefined) {
			alone = isOwn(new TextDecoder().decode(chunk.subarray(0, 200)));
			if (alone) yield Buffer.from("[");
		}
		yield chunk;
	}
	if (alone) yield Buffer.from("]");
}
