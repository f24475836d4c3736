import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { knownSchema, migrate, readSchema, readSchemaState } from "../../app/platform/db/migrate.server.ts";
import { migrations } from "../../app/platform/db/migrations/list.ts";
import { log } from "../../app/platform/log.server.ts";
import { GONE_MS, listOtherServers, showSignOfLife } from "../../app/platform/servers/servers.server.ts";
import { type Joining, joinInstallation } from "../../app/services/join-installation.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { PRODUCTION } from "../support/instance.ts";

const OTHER_SECRET = "another-secret-that-is-long-enough-for-a-test";
const newer: Joining["migrations"] = {
	...migrations,
	"9001-expand": { up: async () => {} },
	"9002-contract": { up: async () => {}, minSchema: "9001-expand" },
};

function server(db: Db, id: string, env: Record<string, string> = {}, more: Partial<Joining> = {}): Joining {
	const config = readConfig({ ...PRODUCTION, ...env });
	return { db, config, id, backUp: async () => {}, ...more };
}

/** Lets a server show that it lives, again and again, as a running one does. */
function live(db: Db, id: string): () => void {
	const timer = setInterval(() => void showSignOfLife(db, id), 20);
	return () => clearInterval(timer);
}

const idsOf = async (db: Db) => (await listOtherServers(db, "nobody")).map(({ id }) => id);

eachDatabase((openTestDb, name) => {
	const onlyPostgres = test.skipIf(name === "SQLite");

	test("a server migrates an empty database, and copies data before it does", async () => {
		const db = await openTestDb({ migrated: false });
		const backUp = vi.fn(async () => {});
		await joinInstallation(server(db, "one", {}, { backUp }));
		expect(backUp).toHaveBeenCalledOnce();
		expect((await readSchema(db)).schema).toBe(knownSchema());
	});

	test("an older program says in words that the schema is too new for it, and changes nothing", async () => {
		const db = await openTestDb({ migrated: false });
		const leave = await joinInstallation(server(db, "newer", {}, { migrations: newer }));
		await leave();
		const backUp = vi.fn(async () => {});
		await expect(joinInstallation(server(db, "older", {}, { backUp }))).rejects.toThrow(
			/База данных новее этой программы.*9001-expand/,
		);
		expect(backUp).not.toHaveBeenCalled();
		expect(await idsOf(db)).toEqual([]);
	});

	onlyPostgres("servers that start together do so one after the other", async () => {
		const first = await openTestDb({ migrated: false });
		const all = [first, ...(await Promise.all([1, 2].map(() => openDatabase(urlOf(first)))))];
		let inside = 0;
		let most = 0;
		const backUp = async () => {
			most = Math.max(most, ++inside);
			await new Promise((resolve) => setImmediate(resolve));
			inside--;
		};
		await Promise.all(all.map((db, i) => joinInstallation(server(db, `server-${i}`, {}, { backUp }))));
		expect(most).toBe(1);
		expect((await idsOf(first)).sort()).toEqual(["server-0", "server-1", "server-2"]);
		await Promise.all(all.slice(1).map((db) => db.destroy()));
	});

	onlyPostgres(
		"a server with another secret does not start, and names the setting without its value",
		async () => {
			const db = await openTestDb();
			const leave = await joinInstallation(server(db, "one"));
			const stop = live(db, "one");
			const refused = await joinInstallation(server(db, "two", { SESSION_SECRET: OTHER_SECRET })).catch(
				String,
			);
			expect(refused).toContain("SESSION_SECRET: не так, как у другого сервера");
			expect(refused).not.toContain(OTHER_SECRET);
			expect(refused).not.toContain(PRODUCTION.SESSION_SECRET);
			expect(await idsOf(db)).toEqual(["one"]);
			stop();
			// It decides nothing once it has gone.
			await leave();
			await joinInstallation(server(db, "two", { SESSION_SECRET: OTHER_SECRET }));
			expect(await idsOf(db)).toEqual(["two"]);
		},
	);

	onlyPostgres("a dead server does not keep another out", async () => {
		const db = await openTestDb();
		await joinInstallation(server(db, "dead"));
		const joining = joinInstallation(server(db, "two", { TZ_NAME: "Asia/Omsk" }));
		// Its last sign of life grows old.
		await db
			.updateTable("servers")
			.set((eb) => ({ seen_at: eb("seen_at", "-", GONE_MS) }))
			.execute();
		await joining;
		expect(await idsOf(db)).toEqual(["two"]);
	});

	onlyPostgres("another model is only warned of", async () => {
		const db = await openTestDb();
		const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
		await joinInstallation(server(db, "one"));
		await joinInstallation(server(db, "two", { MODEL_BASE_URL: "http://10.0.0.9/v1" }));
		expect(warn.mock.calls.map(([, fields]) => fields)).toEqual([{ setting: "MODEL_BASE_URL" }]);
		warn.mockRestore();
	});

	onlyPostgres("a schema that would break a running older server waits for its end", async () => {
		const db = await openTestDb({ migrated: false });
		const leave = await joinInstallation(server(db, "older"));
		const stop = live(db, "older");
		const update = () => joinInstallation(server(db, "newer", {}, { migrations: newer }));
		await expect(update()).rejects.toThrow(/работает сервер прежнего выпуска.*9001-expand/);
		expect((await readSchema(db)).schema).toBe(knownSchema());
		stop();
		await leave();
		await update();
		expect(await readSchema(db)).toEqual({ schema: "9002-contract", minSchema: "9001-expand" });
	});

	onlyPostgres("a schema that only adds comes beneath a running older server", async () => {
		const db = await openTestDb({ migrated: false });
		await joinInstallation(server(db, "older"));
		const { "9002-contract": _, ...expanding } = newer;
		await joinInstallation(server(db, "newer", {}, { migrations: expanding }));
		expect(await readSchema(db)).toEqual({ schema: "9001-expand", minSchema: "0026-files" });
		expect(await idsOf(db)).toEqual(["older", "newer"]);
	});
});

test("an address that has lost its search path begins no second installation; one that names a schema does", async () => {
	const { url, remove } = await emptyPostgres();
	const at = (schema: string) =>
		openDatabase(`${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`);
	const [own, second, lost] = await Promise.all([at("own"), at("second"), openDatabase(url)]);
	await sql`create schema own`.execute(lost);
	await sql`create schema second`.execute(lost);
	await migrate(own);
	await expect(joinInstallation(server(lost, "lost"))).rejects.toThrow("в схеме «own»");
	expect((await readSchemaState(lost)).last).toBeUndefined();
	await joinInstallation(server(second, "second"));
	expect((await readSchema(second)).schema).toBe(knownSchema());
	await Promise.all([own, second, lost].map((db) => db.destroy()));
	await remove();
});
