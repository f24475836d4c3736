import { PostgresDialect } from "kysely";
import pg from "pg";
import { withAway } from "./database-away.server.ts";
import { SilentConnections } from "./silent-connections.server.ts";

const CONNECTIONS = 10;
/** How long a statement waits for a connection. */
const CONNECT_MS = 10_000;
/** One that was refused later by more has not waited: this process has stood still, and nobody could give one back. */
const STALL_MS = 1_000;
/**
 * A server that is frozen in the middle of a transaction keeps its row locks, and no other could resume an answer
 * whose row it has locked. After this time without a statement PostgreSQL rolls the transaction back. No code waits
 * between two statements of a transaction, so only a frozen or dead machine is idle for so long.
 */
const SILENT_TRANSACTION_MS = 10_000;
const { INT8, NUMERIC } = pg.types.builtins;

/** The driver's types, but bigint and numeric values arrive as numbers, as in SQLite. */
export const numericTypes: pg.CustomTypesConfig = {
	getTypeParser(oid, format) {
		if ((oid === INT8 || oid === NUMERIC) && format !== "binary") return Number;
		return pg.types.getTypeParser(oid, format);
	},
};

/** @param connections at most so many; a statement beyond them waits for one, up to ten seconds */
export function postgresDialect(databaseUrl: string, connections = CONNECTIONS): PostgresDialect {
	const silent = new SilentConnections({ connectionString: databaseUrl });
	const pool = new pg.Pool({
		Client: silent.Client,
		connectionString: databaseUrl,
		types: numericTypes,
		max: connections,
		connectionTimeoutMillis: CONNECT_MS,
		keepAlive: true,
		idle_in_transaction_session_timeout: SILENT_TRANSACTION_MS,
	});
	// The pool replaces a connection that breaks while idle; without a listener its error would end the process.
	pool.on("error", (error) => {
		if (!pool.ending) console.warn(`PostgreSQL: соединение прервалось (${error.message}).`);
	});
	// A connection that breaks in use fails its query, and the caller gets that error.
	pool.on("connect", (client) => {
		client.on("error", () => {});
		const query = client.query.bind(client) as (...args: unknown[]) => unknown;
		client.query = ((...args: unknown[]) => {
			const result = query(...args);
			return result instanceof Promise ? silent.watch(client, result).catch(rethrow) : result;
		}) as typeof client.query;
	});
	const connect = () => takeConnection(pool).catch(rethrow);
	const end = () => {
		silent.stop();
		return pool.end();
	};
	return new PostgresDialect({ pool: { connect, end } });
}

async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
	const began = performance.now();
	try {
		return await pool.connect();
	} catch (error) {
		if (performance.now() - began < CONNECT_MS + STALL_MS) throw error;
		return pool.connect();
	}
}

function rethrow(error: unknown): never {
	throw withAway(error);
}
