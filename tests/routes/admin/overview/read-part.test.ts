import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readPart } from "../../../../app/routes/admin/overview/read-part.server.ts";
import { stall } from "../../../support/stall.ts";

test("a stall of this process is none of the database: what it has answered meanwhile is shown", async () => {
	const part = await readPart("figures", async () => {
		stall(4_500);
		// As the answers to some queries come, one after the other.
		for (let turn = 0; turn < 5; turn++) await setImmediate();
		return { registered: 1 };
	});
	expect(part).toEqual({ registered: 1 });
});
