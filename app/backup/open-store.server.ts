import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../platform/db/connection.server.ts";
import { migrateTo } from "../platform/db/migrate.server.ts";
import { log } from "../platform/log.server.ts";
import { syncPath } from "../platform/sync-path.server.ts";
import { OUR_TABLES } from "./postgres-tables.server.ts";
import { openSqliteSource, openSqliteTarget } from "./sqlite-store.server.ts";
import { quoted, type TableSource, type TableTarget } from "./table-store.server.ts";

/** The file of `sqlite:path`; undefined for PostgreSQL. */
const fileOf = (databaseUrl: string) => /^sqlite:(.+)/.exec(databaseUrl)?.[1];

/** The driver of PostgreSQL is loaded where it is used only: most servers run on SQLite. */
const postgresStore = () => import("./postgres-store.server.ts");

/** @returns null where the database's file does not exist */
export async function openSource(databaseUrl: string): Promise<TableSource | null> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return (await postgresStore()).openPostgresSource(databaseUrl);
	return existsSync(file) ? openSqliteSource(file) : null;
}

/** The database holds something already, and a restore replaces nothing. */
export class NotEmpty extends Error {
	/** The log of a database that was moved away without it; null: the database itself is there. */
	readonly log: string | null;
	constructor(log: string | null = null) {
		super("The database is not empty.");
		this.name = "NotEmpty";
		this.log = log;
	}
}

/** The reason in Russian, where it is the log of another database. */
export function whyNotEmpty(error: unknown): string | undefined {
	if (!(error instanceof NotEmpty) || error.log === null) return undefined;
	return `Рядом остался журнал прежней базы, ${error.log}: уберите его туда же, куда и её. В нём её последние записи, и первый же запуск вписал бы их в новую.`;
}

/** The copy was made by a newer program. */
export class UnknownSchema extends Error {
	constructor() {
		super("The copy has a schema that this program does not know.");
		this.name = "UnknownSchema";
	}
}

/**
 * Makes the tables in an empty database.
 * @param schema the name of the migration up to which they are made
 * @throws {NotEmpty | UnknownSchema}
 */
export async function openTarget(databaseUrl: string, schema: string): Promise<TableTarget> {
	const file = fileOf(databaseUrl);
	return file === undefined ? postgresTarget(databaseUrl, schema) : sqliteTarget(file, schema);
}

/** The database gets its name when it is whole, so that a restore that was killed leaves none. */
async function sqliteTarget(file: string, schema: string): Promise<TableTarget> {
	expectNone(file);
	const unfinished = `${file}.restoring`;
	const removeUnfinished = async () => {
		for (const suffix of ["", "-wal", "-shm"]) await rm(unfinished + suffix, { force: true });
	};
	await removeUnfinished();
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await makeTables(`sqlite:${unfinished}`, schema).catch(async (error) => {
		await removeUnfinished();
		throw error;
	});
	const target = openSqliteTarget(unfinished);
	let isOpen = true;
	const close = async () => {
		if (isOpen) await target.close();
		isOpen = false;
	};
	return {
		...target,
		commit: async () => {
			await target.commit();
			await close();
			await syncPath(unfinished);
			// A server that was started meanwhile has made a database of its own: it would go on writing to that, and
			// its log would be replayed over this one.
			expectNone(file);
			await rename(unfinished, file);
			await syncPath(dirname(file));
		},
		close: async () => {
			await close();
			await removeUnfinished();
		},
	};
}

/** @throws {NotEmpty} */
function expectNone(file: string): void {
	if (existsSync(file)) throw new NotEmpty();
	// A killed process leaves it, and SQLite replays it over whatever file has the name of its database.
	const log = `${file}-wal`;
	if (existsSync(log)) throw new NotEmpty(log);
}

async function postgresTarget(url: string, schema: string): Promise<TableTarget> {
	const db = await openDatabase(url);
	try {
		if ((await tablesOf(db)).length > 0) throw new NotEmpty();
	} finally {
		await db.destroy();
	}
	await makeTables(url, schema);
	const { openPostgresTarget } = await postgresStore();
	const target = await openPostgresTarget(url);
	let isCommitted = false;
	return {
		...target,
		commit: async () => {
			await target.commit();
			isCommitted = true;
		},
		close: async () => {
			await target.close();
			if (!isCommitted) await dropTables(url).catch(reportTablesLeft);
		},
	};
}

async function makeTables(databaseUrl: string, schema: string): Promise<void> {
	const db = await openDatabase(databaseUrl);
	const isKnown = await migrateTo(db, schema).finally(() => db.destroy());
	if (!isKnown) throw new UnknownSchema();
}

async function tablesOf(db: Db): Promise<string[]> {
	const { rows } = await sql.raw<{ name: string }>(OUR_TABLES).execute(db);
	return rows.map(({ name }) => name);
}

/** The database was empty before, so all tables are those of the failed restore. */
async function dropTables(url: string): Promise<void> {
	const db = await openDatabase(url);
	try {
		for (const table of await tablesOf(db))
			await sql.raw(`drop table if exists ${quoted(table)} cascade`).execute(db);
	} finally {
		await db.destroy();
	}
}

/** Thrown, it would hide why the restore has failed. */
function reportTablesLeft(error: unknown): void {
	log.error("В базе остались таблицы неудавшегося восстановления: создайте её заново", { error });
}
