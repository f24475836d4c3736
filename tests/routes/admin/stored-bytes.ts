import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { AdminSite } from "./enrol.ts";

/** Whether some words lie in plain in a product's database: in its files, or in any row of any table. */
export async function isStored({ instance, db }: AdminSite, words: string): Promise<boolean> {
	if (instance.databaseUrl.startsWith("sqlite:")) {
		const files = readdirSync(instance.dataDir).filter((name) => name.startsWith("sobesednik.db"));
		return files.some((name) => readFileSync(join(instance.dataDir, name)).includes(words));
	}
	const { rows: tables } = await sql<{ name: string }>`
		select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
	// Bytes are written as hexadecimal digits.
	const looks = [words, Buffer.from(words).toString("hex")];
	for (const { name } of tables) {
		const table = sql.table(name);
		const { rows } = await sql<{ row: string }>`select ${table}::text as row from ${table}`.execute(db);
		if (rows.some(({ row }) => looks.some((look) => row.includes(look)))) return true;
	}
	return false;
}
