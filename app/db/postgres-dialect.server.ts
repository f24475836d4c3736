import { PostgresDialect } from "kysely";
import pg from "pg";

const CONNECTIONS = 10;
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
	});
	// A connection that breaks while nobody uses it is replaced by the pool; unheard, its error would end the process.
	pool.on("error", (error) => {
		if (!pool.ending) console.warn(`PostgreSQL: соединение прервалось (${error.message}).`);
	});
	// One that breaks in use fails what it is asked, and that is told to whoever asked.
	pool.on("connect", (client) => client.on("error", () => {}));
	return new PostgresDialect({ pool });
}
