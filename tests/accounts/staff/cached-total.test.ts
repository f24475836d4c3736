import { describe, expect, test } from "vitest";
import { CACHED_FROM, cachedTotal } from "../../../app/accounts/staff/cached-total.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

eachDatabase((openTestDb, name) => {
	describe(`a total on ${name}`, () => {
		const totals = async (size: number) => {
			const db = await openTestDb();
			let rows = size;
			const read = async () => rows++;
			return (now: number, key = "rows") => cachedTotal(db, key, read, (count) => count, now);
		};

		test("is read anew while it is of few rows", async () => {
			const total = await totals(CACHED_FROM);
			expect([await total(0), await total(0)]).toEqual([CACHED_FROM, CACHED_FROM + 1]);
		});

		test("is ten seconds old at the most where it is of many, and of its own database and key", async () => {
			const [many, other] = [await totals(CACHED_FROM + 1), await totals(5_000)];
			const first = await many(1_000);
			expect([await many(10_999), await many(11_000)]).toEqual([first, first + 1]);
			expect(await many(11_000, "others")).toBe(first + 2);
			expect(await other(1_000)).toBe(5_000);
		});
	});
});
