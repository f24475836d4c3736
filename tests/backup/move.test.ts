import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { whyNotMove, withMoveSource } from "../../app/backup/move-source.server.ts";
import { moveTables } from "../../app/backup/move-tables.server.ts";
import { openTarget } from "../../app/backup/open-store.server.ts";
import type { TableTarget } from "../../app/backup/table-store.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { enterServer } from "../../app/platform/servers/servers.server.ts";
import { withStartLock } from "../../app/platform/servers/start-lock.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { contents, filled } from "./copied-data.ts";

function folder() {
	const path = mkdtempSync(join(tmpdir(), "sobesednik-move-"));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

/** Moves as the command does. */
async function move(
	from: string,
	to: string,
	change: (target: TableTarget) => TableTarget = (target) => target,
) {
	return withMoveSource(from, async (source) => {
		const schema = (await source.schema()) ?? "";
		const target = change(await openTarget(to, schema));
		const told: string[] = [];
		const onRows = (table: string) => void told.push(table);
		return moveTables(source, target, { onRows })
			.then((moved) => ({ ...moved, told }))
			.finally(() => target.close());
	});
}

/** The target, with something that happens before the first rows are written. */
const meanwhile =
	(act: () => Promise<void>) =>
	(target: TableTarget): TableTarget => {
		let acted: Promise<void> | undefined;
		const insert: TableTarget["insert"] = async (...rows) => {
			acted ??= act();
			await acted;
			return target.insert(...rows);
		};
		return { ...target, insert };
	};

eachDatabase((openTestDb, name) => {
	const onlyPostgres = test.skipIf(name === "SQLite");

	test("everything is moved into the other kind of database, compared, and the old one stays", async () => {
		const db = await openTestDb();
		await filled(db);
		const from = urlOf(db);
		await db.destroy();
		const before = await contents(from);
		const postgres = await emptyPostgres();
		const to = name === "SQLite" ? postgres.url : `sqlite:${join(folder(), "moved.db")}`;
		const moved = await move(from, to);
		expect(moved.rows).toBe(Object.values(before).flat().length);
		expect(moved.told).toContain("answers");
		expect(await contents(to)).toEqual(before);
		expect(await contents(from)).toEqual(before);
		const opened = await openDatabase(to);
		expect(await migrate(opened)).toEqual([]);
		await opened.destroy();
		await expect(move(from, to)).rejects.toMatchObject({ name: "NotEmpty" });
		await postgres.remove();
	});

	test("while somebody works with the database nothing is moved", async () => {
		const db = await openTestDb();
		await filled(db);
		await enterServer(db, { id: "server-1", schema: "x", settings: {} });
		const to = join(folder(), "moved.db");
		const refused = await move(urlOf(db), `sqlite:${to}`).catch((error: unknown) => error);
		expect(whyNotMove(refused)).toContain("работает сервер");
		expect(existsSync(to)).toBe(false);
	});

	onlyPostgres("a server that starts meanwhile waits for the end", async () => {
		const db = await openTestDb();
		await filled(db);
		const order: string[] = [];
		let starting: Promise<unknown> = Promise.resolve();
		const start = () =>
			new Promise<void>((resolve) => {
				const started = async () => {
					order.push("started");
					resolve();
				};
				starting = withStartLock(db, started, () => {
					order.push("waits");
					resolve();
				});
			});
		const to = `sqlite:${join(folder(), "moved.db")}`;
		await move(urlOf(db), to, meanwhile(start));
		order.push("moved");
		await starting;
		expect(order.toSorted()).toEqual(["moved", "started", "waits"]);
		expect(order[0]).toBe("waits");
		expect(await contents(to)).toEqual(await contents(urlOf(db)));
	});

	onlyPostgres("where a server works with the database by the end, there is no new one", async () => {
		const db = await openTestDb();
		await filled(db);
		const to = join(folder(), "moved.db");
		// One that was frozen has said nothing for a while, and goes on.
		const wake = () => enterServer(db, { id: "server-1", schema: "x", settings: {} });
		const refused = await move(urlOf(db), `sqlite:${to}`, meanwhile(wake)).catch((error: unknown) => error);
		expect(whyNotMove(refused)).toContain("работает сервер");
		expect(existsSync(to)).toBe(false);
	});

	test("a table that the schema does not have stays behind, and is told", async () => {
		const db = await openTestDb();
		await filled(db);
		const before = await contents(urlOf(db));
		await sql`create table strangers (id integer)`.execute(db);
		await sql`insert into strangers values (1)`.execute(db);
		const to = `sqlite:${join(folder(), "moved.db")}`;
		const skipped: string[] = [];
		const from = urlOf(db);
		if (name === "SQLite") await db.destroy();
		await withMoveSource(from, async (source) => {
			const target = await openTarget(to, (await source.schema()) ?? "");
			const onSkipped = (table: string) => void skipped.push(table);
			await moveTables(source, target, { onSkipped }).finally(() => target.close());
		});
		if (name === "PostgreSQL") await sql`drop table strangers`.execute(db);
		expect(skipped).toEqual(["strangers"]);
		expect(await contents(to)).toEqual(before);
	});

	test("a row that is read back otherwise than it was leaves no new database", async () => {
		const db = await openTestDb();
		await filled(db);
		const from = urlOf(db);
		await db.destroy();
		const to = join(folder(), "moved.db");
		const damaging = (target: TableTarget): TableTarget => ({
			...target,
			insert: (table, columns, rows) =>
				target.insert(
					table,
					columns,
					table === "prompts"
						? rows.map((row) => row.map((value, i) => (columns[i] === "text" ? `${value}.` : value)))
						: rows,
				),
		});
		await expect(move(from, `sqlite:${to}`, damaging)).rejects.toMatchObject({
			name: "TableDiffers",
			message: "prompts",
		});
		expect(existsSync(to)).toBe(false);
	});
});
