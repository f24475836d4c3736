import type { ConversationHit } from "../../../chat/search/describe-hits.server.ts";
import { findMessages, NOTHING } from "../../../chat/search/find-messages.server.ts";
import { throttleSearch } from "../../../chat/search/search-throttle.server.ts";
import { config } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { listedDayOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { dayNumber } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** Characters of the query that the page repeats. */
const MAX_SHOWN_QUERY = 200;

/**
 * Search results for `?q=`; an empty query is none. `older` is a further page of them. `later`: seconds after which the
 * account may search again, with nothing found; 0: this is what was found.
 */
export async function loadSearch(accountId: string, search: URLSearchParams, now = Date.now()) {
	const asked = search.get("q")?.trim();
	if (!asked) return null;
	const later = await throttleSearch(db(), accountId, now);
	const { titles, conversations, next } =
		later > 0 ? NOTHING : await findMessages(db(), accountId, asked, search.get("older"));
	const dated = (hits: ConversationHit[]) => hits.map((hit) => withDates(hit, now));
	return {
		query: cutText(asked, MAX_SHOWN_QUERY),
		titles: dated(titles),
		conversations: dated(conversations),
		next,
		later,
	};
}

export type LoadedSearch = NonNullable<Awaited<ReturnType<typeof loadSearch>>>;
export type ShownHit = LoadedSearch["titles"][number];

const withDates = ({ at, messages, ...hit }: ConversationHit, now: number) => ({
	...hit,
	date: foundDate(at, now),
	messages: messages.map(({ at, ...message }) => ({ ...message, date: foundDate(at, now) })),
});

/** Today's time, «12 ноября» of this year, otherwise «12 ноября 2025»; in the operator's time zone. */
export function foundDate(at: number, now: number): string {
	const { timeZone } = config;
	if (dayNumber(at, timeZone) === dayNumber(now, timeZone)) return timeOf(at);
	return listedDayOf(at, now);
}
