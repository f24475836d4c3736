import { describe, expect, test } from "vitest";
import { emptyPostgres } from "../../../../support/database/empty-postgres.ts";
import { extent } from "../../../../support/extent.ts";
import { killInTools, type Moment } from "./kill-in-tools.ts";

/** Two in the middle of an act that must not be repeated, the others anywhere; `npm run bench -- tool-kills` takes 200. */
const MOMENTS: Moment[] = ["in-act", "in-act", ...Array<Moment>(extent(2, 20)).fill("random")];

describe("kill -9 while tools are called: an unsafe call is heard once, a keyed one with one key, each text and charge is there once", () => {
	test("on SQLite", () => expectNoHarm(null));

	test("on PostgreSQL, beside a server that stays", async () => {
		const { url, remove } = await emptyPostgres();
		try {
			await expectNoHarm(url);
		} finally {
			await remove();
		}
	});
});

async function expectNoHarm(postgresUrl: string | null) {
	const { wrong, unknown, heard, answers } = await killInTools(postgresUrl, MOMENTS);
	expect(wrong).toEqual([]);
	// The kills did hit acts, and what may be repeated was done to its end.
	expect(unknown).toBeGreaterThanOrEqual(2);
	expect([heard.read.calls, heard.keyed.calls]).toEqual([3 * answers, answers]);
}
