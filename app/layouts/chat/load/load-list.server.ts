import { hasArchive, listConversations } from "../../../chat/conversations/list-conversations.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { groupByDay } from "../sidebar/group-by-day.server.ts";

/** A page of the sidebar's list: `?archive`, and `?older=` for a further one. */
export async function loadList(accountId: string, query: URLSearchParams, now = Date.now()) {
	const archive = query.has("archive");
	// With `?q=` it is a page of search results and not of the list.
	const after = query.has("q") ? null : query.get("older");
	const [{ conversations, next }, archived] = await Promise.all([
		listConversations(db(), accountId, { archive, after }),
		hasArchive(db(), accountId),
	]);
	return {
		groups: groupByDay(conversations, now, config.timeZone),
		next,
		archive,
		hasArchive: archived,
		/** The page is not the first one: a link back to it is shown. */
		further: after !== null,
	};
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>;
