import { expect, test } from "vitest";
import { throttleSearch } from "../../app/chat/search/search-throttle.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { somebody } from "./people.ts";

const NOON = Date.parse("2026-11-30T09:00:00Z");

eachDatabase((openTestDb) => {
	test("a hundred and twenty searches at once, then two in a second, for each account by itself", async () => {
		const db = await openTestDb();
		const [me, another] = [await somebody(db), await somebody(db)];
		for (let i = 0; i < 120; i++) expect(await throttleSearch(db, me, NOON)).toBe(0);
		expect(await throttleSearch(db, me, NOON)).toBe(1);
		expect(await throttleSearch(db, another, NOON)).toBe(0);
		expect(await throttleSearch(db, me, NOON + 500)).toBe(0);
		expect(await throttleSearch(db, me, NOON + 500)).toBe(1);
	});

	test("who types for a minute without a rest of more than a pause is never told to wait", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		// A word is looked for after each pause of 0.2 s; nobody makes more than three of them in a second for long.
		for (let at = 0; at < 60_000; at += 333) expect(await throttleSearch(db, me, NOON + at)).toBe(0);
	});
});
