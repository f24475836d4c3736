import type { Kysely, KyselyPlugin, OperationNode } from "kysely";

const marked = new WeakSet<OperationNode>();

const plugin: KyselyPlugin = {
	transformQuery({ node }) {
		marked.add(node);
		return node;
	},
	transformResult: async ({ result }) => result,
};

/**
 * The database for single writes whose loss in a power cut is harmless: their caller does not wait for the disk. They
 * are as atomic as any, at once visible to all, and outlive the process; the next synced commit makes them durable.
 * In a transaction, and on PostgreSQL, it makes no difference.
 */
export const withoutSync = <Schema>(db: Kysely<Schema>): Kysely<Schema> => db.withPlugin(plugin);

/** Whether a write was made through `withoutSync()`. @param query its root node */
export const needsNoSync = (query: OperationNode): boolean => marked.has(query);
