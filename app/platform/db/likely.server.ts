import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/**
 * A condition that most rows fulfil, as far as the planner of SQLite shall think. It has no statistics here, takes any
 * equality for ten rows, and so prefers an index of states, which reads every paid purchase, to the partial index that
 * has the order as well. The condition has literals, as the partial index has them. PostgreSQL knows by itself.
 */
export const likely = (db: Db, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
	isPostgres(db) ? condition : sql<boolean>`likely(${condition})`;
