import { log } from "../log.server.ts";
import { type Db, diskFailure } from "./connection.server.ts";
import { knownSchema, readSchema } from "./migrate.server.ts";

/**
 * `disk`: the database responds, but new writes may not survive a power cut. `schema`: a newer program has changed the
 * schema so that this one cannot run on it.
 */
export type DatabaseHealth = {
	database: "ok" | "error" | "timeout" | "disk" | "schema";
	/** The last migration of the database, and the last that a program has to know to run on it, where it responds. */
	schema?: string;
	minSchema?: string;
};

const inFlight = new WeakMap<Db, Promise<DatabaseHealth>>();

/**
 * Asks the database for its schema, one row; calls at the same moment share the statement, so that many probes of a slow
 * database take one connection. An error is logged.
 * @param limitMs after which the result is `timeout`
 */
export async function checkDatabase(db: Db, limitMs: number): Promise<DatabaseHealth> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<DatabaseHealth>((resolve) => {
		const late = () => resolve({ database: "timeout" });
		// After a stall of this process its timers run before what the database has answered is read: that is read first.
		timer = setTimeout(() => setImmediate(late), limitMs);
	});
	const query = inFlight.get(db) ?? readHealth(db).finally(() => inFlight.delete(db));
	inFlight.set(db, query);
	try {
		return await Promise.race([query, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

async function readHealth(db: Db): Promise<DatabaseHealth> {
	try {
		const read = await readSchema(db);
		if (read.minSchema > knownSchema()) return { database: "schema", ...read };
		return { database: diskFailure(db) === undefined ? "ok" : "disk", ...read };
	} catch (error) {
		log.error("База данных не отвечает", { error });
		return { database: "error" };
	}
}
