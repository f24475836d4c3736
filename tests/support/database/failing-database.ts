import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Db } from "../../../app/platform/db/connection.server.ts";

/**
 * The same database, failing where the test wants it, as one does whose connection breaks at that statement.
 * @param isHit is asked for every statement, in order
 * @param error by default one of which nothing is known
 */
export function failingDatabase(
	db: Db,
	isHit: (statement: RootOperationNode) => boolean,
	error = new Error("the connection broke"),
): Db {
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			if (isHit(node)) throw error;
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	return db.withPlugin(plugin);
}

/** Whether a statement is a select from this table, or an insert, update or delete of it. */
export const touches = (statement: RootOperationNode, table: string) =>
	JSON.stringify(statement).includes(`"name":"${table}"`);
