import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { listGrants } from "../../../chat/consent/grants.server.ts";
import { readConversation } from "../../../chat/conversations/conversations.server.ts";
import { findGone, findRestorable } from "../../../chat/conversations/delete-conversation.server.ts";
import { MAX_SELECTED } from "../../../chat/conversations/max-selected.server.ts";
import { PROMPT_LIMIT } from "../../../chat/prompts/ask.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { findFiles } from "../../../files/attachments.server.ts";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import { findCollections } from "../../../files/collections/conversation-collections.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { openConversation } from "../../../layouts/chat/load/open-conversation.server.ts";
import { loadSearch } from "../../../layouts/chat/search/load-search.server.ts";
import { dayPart } from "../../../layouts/chat/sidebar/group-by-day.server.ts";
import { config } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { tools } from "../../../tools/services.server.ts";

/** The actions with a page of their own for browsers without script. */
const ACTION_PAGES = ["menu", "rename", "edit", "delete", "instruct", "rate", "select", "grants"] as const;
export type ActionPageName = (typeof ACTION_PAGES)[number];

/** The data of the chat's main area by its address (docs/contract.md); the frame around it has its own loader. */
export async function loadChat(context: Readonly<RouterContextProvider>, url: URL) {
	const query = url.searchParams;
	const account = signedIn(context);
	const [search, conversation, deleted, picked, grants] = await Promise.all([
		loadSearch(account.id, query),
		loadTranscript(account.id, context, url),
		loadDeleted(account.id, query),
		loadPicked(account.id, query),
		loadGrants(account.id, query),
	]);
	return {
		search,
		conversation,
		deleted,
		picked,
		grants,
		actionPage: ACTION_PAGES.find((name) => name === query.get("do")) ?? null,
		/** The message in the address: scrolled to, edited or rated. */
		message: query.get("m"),
		dayPart: dayPart(Date.now(), config.timeZone),
		/** The id for the composer's form, so that a repeat is the same prompt. */
		promptId: randomUUID(),
		attemptId: randomUUID(),
		/** A prompt from a link: a suggestion, the FAQ. */
		asked: cutText(query.get("ask") ?? "", PROMPT_LIMIT),
		hold: query.has("hold"),
		limit: PROMPT_LIMIT,
	};
}

async function loadTranscript(accountId: string, context: Readonly<RouterContextProvider>, url: URL) {
	const head = await openConversation(context, url);
	if (!head) return null;
	const { searchParams: query } = url;
	const part = { before: query.get("before"), message: query.get("m") };
	const shown = await readConversation(db(), accountId, head, part);
	if (!shown) return notFound(url.pathname + url.search);
	const { answers } = chatServices();
	for (const { answer } of shown.exchanges)
		if (answer.state === "writing") answer.waiting = answers.waitingFor(answer.id);
	return shown;
}

/**
 * `?deleted=`, several times: what a form without script has just deleted, or what another tab has, and can be restored.
 * What was typed in those that are gone goes on in the new chat.
 */
async function loadDeleted(accountId: string, query: URLSearchParams) {
	const ids = query.getAll("deleted").slice(0, MAX_SELECTED);
	const gone = ids.length === 0 ? [] : await findGone(db(), accountId, ids);
	if (gone.length === 0) return null;
	return {
		restorable: await findRestorable(db(), accountId, gone),
		gone: gone.filter((id) => /^[\da-f-]{36}$/.test(id)).join(),
	};
}

/**
 * The files and collections that the next question brings: `?file=` and `?collection=`, several times. Those that the
 * account does not have are left out.
 */
async function loadPicked(accountId: string, query: URLSearchParams) {
	const [files, collections] = await Promise.all([
		findFiles(db(), accountId, query.getAll("file").slice(0, FILE_LIMITS.perPrompt)),
		findCollections(db(), accountId, query.getAll("collection").slice(0, COLLECTION_LIMITS.perConversation)),
	]);
	return { files, collections };
}

/** The grants of tools, for the page that revokes them. */
async function loadGrants(accountId: string, query: URLSearchParams) {
	const conversationId = query.get("c");
	if (query.get("do") !== "grants" || conversationId === null) return null;
	const titles = new Map(tools().further.map(({ name, title }) => [name, title]));
	const grants = await listGrants(db(), { accountId, conversationId });
	return grants.map((one) => ({ ...one, title: titles.get(one.tool) ?? one.tool }));
}

/** The data of the chat's screen. */
export type LoadedChat = Awaited<ReturnType<typeof loadChat>>;
