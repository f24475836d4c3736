import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { startPostgres } from "../database/postgres-cluster.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** A migrated SQLite file to copy. */
		sqliteBase: string;
		/** The cluster's first database: here one asks for more. */
		postgresUrl: string;
		/** The name of the migrated database to copy. */
		postgresTemplate: string;
	}
}

const POSTGRES_TEMPLATE = "migrated";

/** Once per run: a PostgreSQL cluster, and a migrated database of each kind for the tests to copy. */
export default async function setup(project: TestProject) {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tests-"));
	const sqliteBase = join(folder, "base.db");
	const sqlite = await openDatabase(`sqlite:${sqliteBase}`);
	await migrate(sqlite);
	await sqlite.destroy();

	const cluster = await startPostgres();
	const admin = new pg.Client(cluster.urlOf("postgres"));
	await admin.connect();
	await admin.query(`create database ${POSTGRES_TEMPLATE}`);
	await admin.end();
	const template = await openDatabase(cluster.urlOf(POSTGRES_TEMPLATE));
	await migrate(template);
	await template.destroy();

	project.provide("sqliteBase", sqliteBase);
	project.provide("postgresUrl", cluster.urlOf("postgres"));
	project.provide("postgresTemplate", POSTGRES_TEMPLATE);
	return async () => {
		await cluster.stop();
		rmSync(folder, { recursive: true, force: true });
	};
}
