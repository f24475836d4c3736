import type { TFunction } from "i18next";
import { messagesPerDay } from "../../../billing/quota/usage.server.ts";
import { nearDayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** How many messages were sent on each of the last thirty days, the oldest first; null when there are none. */
export async function loadUse(accountId: string, t: TFunction<"payment">, now: number) {
	const days = await messagesPerDay(db(), accountId, now);
	const total = days.reduce((sum, { messages }) => sum + messages, 0);
	if (total === 0) return null;
	return {
		total: t("use.total", { count: total }),
		days: days.map(({ at, messages }) => ({ date: nearDayOf(at), messages })),
	};
}

export type Use = NonNullable<Awaited<ReturnType<typeof loadUse>>>;
