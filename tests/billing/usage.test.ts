import { expect, test } from "vitest";
import { reserveMessage, returnMessage, settleMessage } from "../../app/billing/quota/allowance.server.ts";
import { messagesPerDay } from "../../app/billing/quota/usage.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { aPlan } from "./plan.ts";

const KOLKATA = { free: aPlan({ messages: 9, everyDays: 1 }), timeZone: "Asia/Kolkata", secret: "s" };
/** Ten minutes before midnight in Kolkata, which is half an hour off the full hour. */
const LATE = Date.parse("2026-11-21T18:20:00Z");
const AFTER_MIDNIGHT = LATE + 20 * 60_000;

eachDatabase((openTestDb) => {
	test("messages are counted on the day they were asked, and not at all when they were given back", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const asked = [
			["long ago", LATE - 40 * DAY],
			["first day", LATE - 28 * DAY],
			["yesterday", LATE],
			["yesterday too", LATE],
			["failed", LATE],
			["today, unfinished", AFTER_MIDNIGHT],
		] as const;
		for (const [reference, at] of asked) await reserveMessage(db, me, reference, at, KOLKATA);
		// It ends after midnight, and counts for the day before.
		await settleMessage(db, "yesterday", AFTER_MIDNIGHT);
		await returnMessage(db, "failed", AFTER_MIDNIGHT);
		const stranger = await somebody(db);
		await reserveMessage(db, stranger, "another's", LATE, KOLKATA);

		const days = await messagesPerDay(db, me, AFTER_MIDNIGHT, KOLKATA);
		expect(days).toHaveLength(30);
		expect(days.map(({ messages }) => messages)).toEqual([1, ...Array(27).fill(0), 2, 1]);
		expect(days.at(-1)?.at).toBe(LATE + 10 * 60_000);
		expect(days.at(0)?.at).toBe(LATE + 10 * 60_000 - 29 * DAY);
	});
});
