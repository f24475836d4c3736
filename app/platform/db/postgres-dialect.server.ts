import { PostgresDialect } from "kysely";
import pg from "pg";

const CONNECTIONS = 10;
/**
 * A server that is frozen in the middle of a transaction keeps its row locks, and an answer whose row it has locked
 * could be taken up by nobody. After this silence PostgreSQL undoes the transaction. Between two statements of a
 * transaction nothing is waited for, so only a frozen or dead machine is silent for so long.
 */
const SILENT_TRANSACTION_MS = 10_000;
const { INT8, NUMERIC } = pg.types.builtins;

/** As the driver would, but big integers and sums arrive as numbers, which is how SQLite gives them. */
const types: pg.CustomTypesConfig = {
	getTypeParser(oid, format) {
		if ((oid === INT8 || oid === NUMERIC) && format !== "binary") return Number;
		return pg.types.getTypeParser(oid, format);
	},
};

export function postgresDialect(databaseUrl: string): PostgresDialect {
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		types,
		max: CONNECTIONS,
		connectionTimeoutMillis: 10_000,
		application_name: "sobesednik",
		keepAlive: true,
		idle_in_transaction_session_timeout: SILENT_TRANSACTION_MS,
	});
	// A connection that breaks while nobody uses it is replaced by the pool; unheard, its error would end the process.
	pool.on("error", (error) => {
		if (!pool.ending) console.warn(`PostgreSQL: соединение прервалось (${error.message}).`);
	});
	// One that breaks in use fails what it is asked, and that is told to whoever asked.
	pool.on("connect", (client) => client.on("error", () => {}));
	return new PostgresDialect({ pool });
}
