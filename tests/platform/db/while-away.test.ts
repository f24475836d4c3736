import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseAway, whileAway } from "../../../app/platform/db/database-away.server.ts";

const HOUR = 3_600_000;
const { signal } = new AbortController();

/** How long this process has stood still, in ms. */
let stoodStill: number;
const now = performance.now.bind(performance);
beforeEach(() => {
	stoodStill = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now() + stoodStill);
});
afterEach(() => void vi.restoreAllMocks());

/** Work whose connection a long stall has broken each of the first times. */
function brokenByStalls(times: number) {
	let tries = 0;
	return {
		tries: () => tries,
		work: async () => {
			if (++tries > times) return "written";
			stoodStill += HOUR;
			throw new DatabaseAway(new Error("Connection terminated unexpectedly"));
		},
	};
}

test("what has been done is written down where a stall has broken the connection, however long it was", async () => {
	const { work } = brokenByStalls(2);
	expect(await whileAway(work, signal)).toBe("written");
});

test("it is given up in the end all the same", async () => {
	const { work, tries } = brokenByStalls(Number.POSITIVE_INFINITY);
	await expect(whileAway(work, signal)).rejects.toThrow(DatabaseAway);
	expect(tries()).toBe(4);
});
