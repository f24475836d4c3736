import * as v from "valibot";
import { dayOf } from "../../platform/dates/dates.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { counted } from "../../tools/counted.server.ts";
import { ownTool } from "../../tools/own-tool.server.ts";
import type { Tool } from "../../tools/tool.server.ts";
import type { ConversationHit } from "../search/describe-hits.server.ts";
import { findMessages } from "../search/find-messages.server.ts";

const MOST_CONVERSATIONS = 8;
const MOST_MESSAGES = 3;
const QUERY_CHARACTERS = 200;
const CONVERSATIONS = { one: "чат", few: "чата", many: "чатов" };

/** Searches the person's other conversations, as the search of the sidebar does. */
export function searchHistory(db: Db): Tool {
	return ownTool({
		name: "search_history",
		title: "Поиск в переписке",
		description:
			"Ищет в других чатах этого человека и возвращает отрывки сообщений с названием чата и датой. Ищи, когда человек ссылается на прежний разговор. Находит сообщения, в которых есть все слова запроса.",
		properties: { query: { type: "string", description: "Одно–три главных слова, в любой форме" } },
		required: ["query"],
		args: v.object({
			query: v.pipe(
				v.string("нужна строка"),
				v.trim(),
				v.nonEmpty("запрос пуст"),
				v.maxLength(QUERY_CHARACTERS, `не больше ${QUERY_CHARACTERS} знаков`),
			),
		}),
		async run({ query }, { accountId, conversationId }) {
			const { titles, conversations } = await findMessages(db, accountId, query);
			const found = new Map([...titles, ...conversations].map((hit) => [hit.id, hit]));
			// The current conversation is left out: the model has it already.
			found.delete(conversationId);
			const hits = [...found.values()].slice(0, MOST_CONVERSATIONS);
			if (hits.length === 0)
				return {
					ok: true,
					text: `В других чатах по запросу «${query}» ничего не нашлось.`,
					summary: "ничего не нашлось",
				};
			return {
				ok: true,
				text: hits.map(describe).join("\n\n"),
				summary: counted(hits.length, CONVERSATIONS),
			};
		},
	});
}

function describe({ title, at, messages }: ConversationHit): string {
	const head = `Чат «${textOf(title)}», ${dayOf(at)}`;
	const said = messages
		.slice(0, MOST_MESSAGES)
		.map(({ kind, pieces }) => `${kind === "prompt" ? "Человек" : "Ответ"}: ${textOf(pieces)}`);
	return [head, ...said].join("\n");
}

const textOf = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join("");
