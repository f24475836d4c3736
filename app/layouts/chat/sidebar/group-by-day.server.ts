import type { ConversationInList } from "../../../chat/conversations/list-conversations.server.ts";
import { dayNumber } from "../../../platform/dates/day-boundaries.server.ts";

export type DayGroup = {
	day: "pinned" | "today" | "yesterday" | "earlier";
	conversations: ConversationInList[];
};

/** The pinned ones, then the list by calendar day in `timeZone`. Empty groups are omitted. */
export function groupByDay(list: ConversationInList[], now: number, timeZone: string): DayGroup[] {
	const today = dayNumber(now, timeZone);
	const groups: DayGroup[] = [
		{ day: "pinned", conversations: [] },
		{ day: "today", conversations: [] },
		{ day: "yesterday", conversations: [] },
		{ day: "earlier", conversations: [] },
	];
	for (const conversation of list) {
		const daysAgo = today - dayNumber(conversation.updatedAt, timeZone);
		const group = conversation.pinned ? 0 : daysAgo === 0 ? 1 : daysAgo === 1 ? 2 : 3;
		groups[group]?.conversations.push(conversation);
	}
	return groups.filter(({ conversations }) => conversations.length > 0);
}

export type DayPart = "morning" | "day" | "evening" | "night";

/** The part of the day for the greeting: morning 5–11, day 12–17, evening 18–22, night 23–4. */
export function dayPart(now: number, timeZone: string): DayPart {
	const hour = Number(
		new Intl.DateTimeFormat("en-GB", { hour: "numeric", hourCycle: "h23", timeZone }).format(now),
	);
	if (hour >= 5 && hour < 12) return "morning";
	if (hour >= 12 && hour < 18) return "day";
	if (hour >= 18 && hour < 23) return "evening";
	return "night";
}
