import { describe, expect, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { migrations } from "../../../app/platform/db/migrations/list.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";

describe("migrate", () => {
	eachDatabase((openTestDb) => {
		test("applies every migration once", async () => {
			const db = await openTestDb({ migrated: false });
			expect(await migrate(db)).toEqual(Object.keys(migrations));
			expect(await migrate(db)).toEqual([]);
		});

		test("several servers starting together apply each once", async () => {
			const first = await openTestDb({ migrated: false });
			const servers = [first, ...(await Promise.all([1, 2, 3].map(() => openDatabase(urlOf(first)))))];
			const applied = await Promise.all(servers.map((db) => migrate(db)));
			expect(applied.flat().sort()).toEqual(Object.keys(migrations));
			await Promise.all(servers.slice(1).map((db) => db.destroy()));
		});

		test("a database from a newer version is not changed", async () => {
			const db = await openTestDb();
			// biome-ignore lint/suspicious/noExplicitAny: the migrator's own table is in no type of ours
			const own = db as any;
			await own.insertInto("kysely_migration").values({ name: "9999-later", timestamp: "2099" }).execute();
			await expect(migrate(db)).rejects.toThrow("9999-later");
		});
	});
});
