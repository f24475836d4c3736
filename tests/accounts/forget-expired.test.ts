import { expect, test } from "vitest";
import { forgetExpired } from "../../app/accounts/forget-expired.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { failingDatabase, touches } from "../support/database/failing-database.ts";

eachDatabase((openTestDb) => {
	test("a table that cannot be cleared keeps none of the others full", async () => {
		const db = await openTestDb();
		await db.insertInto("throttles").values({ key: "k", full_at: 1 }).execute();
		const broken = failingDatabase(db, (statement) => touches(statement, "one_time_tokens"));
		await expect(forgetExpired(broken, 2)).rejects.toMatchObject({ errors: { length: 1 } });
		expect(await db.selectFrom("throttles").selectAll().execute()).toEqual([]);
	});
});
