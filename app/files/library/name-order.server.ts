import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";

const CAPITALS = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё";
const SMALL = "абвгдеежзийклмнопрстуфхцчшщъыьэюяе";

/**
 * A name as lists put it in order: whatever the case, «ё» as «е». PostgreSQL's own order is that of its locale, where
 * `lower` may know the letters of ASCII alone, as it does on SQLite. No index has it: all names are gone through.
 */
export const nameOrder = (db: Db, name: string): RawBuilder<string> =>
	isPostgres(db)
		? sql`translate(lower(${sql.ref(name)}), ${sql.lit(CAPITALS)}, ${sql.lit(SMALL)}) collate "C"`
		: sql`name_order(${sql.ref(name)})`;
