import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { isUniqueViolation } from "../../../app/platform/db/unique-violation.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const NOW = 1_763_700_000_123;
const account = (id: string) => ({
	id,
	email: `${id}@example.ru`,
	state: "active" as const,
	created_at: NOW,
});

describe("columns mean the same in both databases", () => {
	eachDatabase((openTestDb) => {
		test("milliseconds, counts and sums are numbers", async () => {
			const db = await openTestDb();
			await db
				.insertInto("accounts")
				.values([account("a"), account("b")])
				.execute();
			const row = await db
				.selectFrom("accounts")
				.select((eb) => [
					eb.fn.max("created_at").as("max"),
					eb.fn.countAll<number>().as("count"),
					eb.fn.sum<number>("created_at").as("sum"),
				])
				.executeTakeFirstOrThrow();
			expect({ ...row }).toEqual({ max: NOW, count: 2, sum: 2 * NOW });
		});

		test("integers stay integers in expressions", async () => {
			const db = await openTestDb();
			const { rows } = await sql<{ half: number }>`select cast(${5} as bigint) / 2 as half`.execute(db);
			expect(rows[0]?.half).toBe(2);
		});

		test("text keeps every character, and null stays null", async () => {
			const db = await openTestDb();
			const name = "Ёжик 🦔 «кавычки» 'апостроф' %_\\ е\u0308";
			await db
				.insertInto("accounts")
				.values({ ...account("a"), name, email: null })
				.execute();
			const row = await db.selectFrom("accounts").select(["name", "email"]).executeTakeFirstOrThrow();
			expect({ ...row }).toEqual({ name, email: null });
		});

		test("an unknown state, an unknown id and a duplicate e-mail are refused", async () => {
			const db = await openTestDb();
			await db.insertInto("accounts").values(account("a")).execute();
			await expect(sql`update accounts set state = 'confused'`.execute(db)).rejects.toThrow();
			const session = {
				id: "s",
				account_id: "nobody",
				token_hash: "h",
				created_at: 1,
				seen_at: 1,
				ip_network: "",
				user_agent: "",
			};
			await expect(db.insertInto("sessions").values(session).execute()).rejects.toThrow();
			const second = db
				.insertInto("accounts")
				.values({ ...account("b"), email: "a@example.ru" })
				.execute();
			await expect(second).rejects.toSatisfy(isUniqueViolation);
		});

		test("the rows of an account are deleted with it", async () => {
			const db = await openTestDb();
			await db.insertInto("accounts").values(account("a")).execute();
			await db
				.insertInto("sessions")
				.values({
					id: "s",
					account_id: "a",
					token_hash: "h",
					created_at: 1,
					seen_at: 1,
					ip_network: "",
					user_agent: "",
				})
				.execute();
			await db.deleteFrom("accounts").execute();
			expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
		});

		test("statements return the number of affected rows, and rows", async () => {
			const db = await openTestDb();
			await db
				.insertInto("accounts")
				.values([account("a"), account("b")])
				.execute();
			const { numUpdatedRows } = await db.updateTable("accounts").set({ name: "x" }).executeTakeFirst();
			expect(numUpdatedRows).toBe(2n);
			const gone = await db.deleteFrom("accounts").where("id", "=", "a").returning("name").execute();
			expect(gone.map(({ name }) => name)).toEqual(["x"]);
			const { numDeletedRows } = await db.deleteFrom("accounts").where("id", "=", "a").executeTakeFirst();
			expect(numDeletedRows).toBe(0n);
		});
	});
});
