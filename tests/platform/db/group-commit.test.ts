import { expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { groupCommit } from "../../../app/platform/db/group-commit.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const insert = (id: string) => async (trx: Db) => {
	await trx
		.insertInto("accounts")
		.values({ id, email: `${id}@example.ru`, state: "active", created_at: 0 })
		.execute();
	return id;
};
const ids = async (db: Db) =>
	(await db.selectFrom("accounts").select("id").orderBy("id").execute()).map(({ id }) => id);

eachDatabase((openTestDb) => {
	test("concurrent calls share a commit, and each returns its own result after it", async () => {
		const db = await openTestDb();
		const names = Array.from({ length: 120 }, (_, i) => `a${String(i).padStart(3, "0")}`);
		const results = await Promise.all(
			names.map(async (name) => {
				const result = await groupCommit(db, insert(name));
				expect(await ids(db)).toContain(name);
				return result;
			}),
		);
		expect(results).toEqual(names);
		expect(await ids(db)).toEqual(names);
	});

	test("a failing call is rolled back alone with its own error; the others are committed", async () => {
		const db = await openTestDb();
		const half = async (trx: Db) => {
			await insert("half")(trx);
			throw new Error("changed my mind");
		};
		await groupCommit(db, insert("one"));
		const [one, two, three, four] = await Promise.allSettled([
			groupCommit(db, insert("another")),
			groupCommit(db, half),
			groupCommit(db, insert("one")),
			groupCommit(db, insert("two")),
		]);
		expect([one?.status, two?.status, three?.status, four?.status]).toEqual([
			"fulfilled",
			"rejected",
			"rejected",
			"fulfilled",
		]);
		expect(two).toMatchObject({ reason: expect.objectContaining({ message: "changed my mind" }) });
		expect(await ids(db)).toEqual(["another", "one", "two"]);
	});

	test("an unavailable database fails every call, and none waits for ever", async () => {
		const db = await openTestDb();
		await ids(db);
		await db.destroy();
		const all = await Promise.allSettled(["one", "two"].map((name) => groupCommit(db, insert(name))));
		expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	});
});
