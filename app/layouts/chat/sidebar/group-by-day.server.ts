import type { ConversationInList } from "../../../chat/conversations/list-conversations.server.ts";
import { monthIn } from "../../../platform/dates/dates-in-texts.server.ts";
import { dayNumber, hourIn, yearIn } from "../../../platform/dates/day-boundaries.server.ts";

export type DayGroup = {
	/** `week` and `month`: within the last 7 and 30 days, without the periods above them. */
	period: "pinned" | "today" | "yesterday" | "week" | "month" | "earlier";
	/** The calendar month of an earlier group, with its year unless it is the current one; empty in the others. */
	calendarMonth: string;
	conversations: ConversationInList[];
};

/**
 * The list by calendar day in `timeZone`, in its own order: the pinned ones, the last days, then calendar months.
 * Empty groups are omitted.
 * @param list a page of conversations, the latest first
 */
export function groupByDay(list: ConversationInList[], now: number, timeZone: string): DayGroup[] {
	const groups: DayGroup[] = [];
	for (const conversation of list) {
		const heading = headingOf(conversation, now, timeZone);
		const last = groups.at(-1);
		if (last?.period === heading.period && last.calendarMonth === heading.calendarMonth)
			last.conversations.push(conversation);
		else groups.push({ ...heading, conversations: [conversation] });
	}
	return groups;
}

function headingOf(
	{ at, pinned }: ConversationInList,
	now: number,
	timeZone: string,
): Omit<DayGroup, "conversations"> {
	if (pinned) return { period: "pinned", calendarMonth: "" };
	const daysAgo = dayNumber(now, timeZone) - dayNumber(at, timeZone);
	// A time in the future: the clock of another server, or of an import.
	if (daysAgo <= 0) return { period: "today", calendarMonth: "" };
	if (daysAgo === 1) return { period: "yesterday", calendarMonth: "" };
	if (daysAgo <= 7) return { period: "week", calendarMonth: "" };
	if (daysAgo <= 30) return { period: "month", calendarMonth: "" };
	return { period: "earlier", calendarMonth: calendarMonth(at, now, timeZone) };
}

/** «Октябрь», or with another year «Октябрь 2025». */
function calendarMonth(at: number, now: number, timeZone: string): string {
	const month = monthIn(timeZone, at);
	const year = yearIn(at, timeZone);
	const title = month.slice(0, 1).toUpperCase() + month.slice(1);
	return year === yearIn(now, timeZone) ? title : `${title} ${year}`;
}

export type DayPart = "morning" | "day" | "evening" | "night";

/** The part of the day for the greeting: morning 5–11, day 12–17, evening 18–22, night 23–4. */
export function dayPart(now: number, timeZone: string): DayPart {
	const hour = hourIn(now, timeZone);
	if (hour >= 5 && hour < 12) return "morning";
	if (hour >= 12 && hour < 18) return "day";
	if (hour >= 18 && hour < 23) return "evening";
	return "night";
}
