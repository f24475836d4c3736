import { randomUUID } from "node:crypto";
import { PROMPT_LIMIT } from "../../chat/ask.server.ts";
import { readConversation } from "../../chat/conversations.server.ts";
import { catalogue } from "../../chat/current.server.ts";
import { hasArchive, listConversations } from "../../chat/list-conversations.server.ts";
import { modelsOf } from "../../chat/plan-models.server.ts";
import { findMessages } from "../../chat/search/find-messages.server.ts";
import { config } from "../../config.server.ts";
import type { Account } from "../../context.server.ts";
import { db } from "../../db/current.server.ts";
import { notFound } from "../../http.ts";
import { dayPart, groupByDay } from "./days.ts";
import { loadAllowance } from "./load-allowance.server.ts";

/** The acts that have a page of their own for browsers without script. */
const DEEDS = ["menu", "rename", "edit", "delete", "instruct", "rate"] as const;
export type Deed = (typeof DEEDS)[number];

/** Everything that the chat's screen shows at an address (contract.md). */
export async function loadChat(account: Account, url: URL) {
	const query = url.searchParams;
	const conversationId = query.get("c");
	const now = Date.now();
	const [list, search, { plan, ...allowance }, conversation] = await Promise.all([
		loadList(account, query, now),
		loadSearch(account, query),
		loadAllowance(account.id, now),
		conversationId
			? readConversation(db, account.id, conversationId, {
					before: query.get("before"),
					message: query.get("m"),
				})
			: undefined,
	]);
	if (conversationId && !conversation) notFound(url.pathname + url.search);
	return {
		list,
		search,
		allowance,
		conversation: conversation ?? null,
		deed: DEEDS.find((deed) => deed === query.get("do")) ?? null,
		/** The message that the address names: shown, and what is to be edited or rated. */
		message: query.get("m"),
		models: modelsOf(catalogue, plan).map(({ id, title, description, foreign }) => ({
			id,
			title,
			description,
			foreign,
		})),
		withoutModel: catalogue.source === "handbook",
		timeZone: config.timeZone,
		dayPart: dayPart(now, config.timeZone),
		/** Carried by the composer's form, so that a repeat is the same prompt. */
		promptId: randomUUID(),
		attemptId: randomUUID(),
		/** A question brought from elsewhere: a hint, the FAQ. */
		asked: query.get("ask")?.slice(0, PROMPT_LIMIT) ?? "",
		hold: query.has("hold"),
		limit: PROMPT_LIMIT,
	};
}

/** `?q=`; an empty question is none. With it, `older` is a page of what was found and not of the list. */
async function loadSearch(account: Account, query: URLSearchParams) {
	const asked = query.get("q")?.trim();
	if (!asked) return null;
	const found = await findMessages(db, account.id, asked, query.get("older"));
	return { query: asked.slice(0, SEARCH_SHOWN), ...found };
}

/** So much of a question is said again. */
const SEARCH_SHOWN = 200;

async function loadList(account: Account, query: URLSearchParams, now: number) {
	const archive = query.has("archive");
	const after = query.has("q") ? null : query.get("older");
	const [{ conversations, next }, archived] = await Promise.all([
		listConversations(db, account.id, { archive, after }),
		hasArchive(db, account.id),
	]);
	return {
		groups: groupByDay(conversations, now, config.timeZone),
		next,
		archive,
		hasArchive: archived,
		/** Not the first page: the way back to it is shown. */
		further: after !== null,
	};
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>;
