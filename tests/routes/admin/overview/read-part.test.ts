import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readPart } from "../../../../app/routes/admin/overview/read-part.server.ts";

/** Holds the loop of this process until the clock has gone on so far. */
function stall(ms: number) {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

test("a stall of this process is none of the database: what it has answered meanwhile is shown", async () => {
	const part = await readPart("figures", async () => {
		stall(3_500);
		// As the answers to some queries come, one after the other.
		for (let turn = 0; turn < 5; turn++) await setImmediate();
		return { registered: 1 };
	});
	expect(part).toEqual({ registered: 1 });
});
