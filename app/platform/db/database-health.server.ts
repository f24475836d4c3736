import { startTimeout } from "../concurrency/timeout.server.ts";
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
	const late = Promise.withResolvers<DatabaseHealth>();
	// Whoever probes waits no longer: a load balancer has an answer in time also after a stall.
	const endTimeout = startTimeout(limitMs, () => late.resolve({ database: "timeout" }), { onceMore: false });
	const query = inFlight.get(db) ?? readHealth(db).finally(() => inFlight.delete(db));
	inFlight.set(db, query);
	try {
		return await Promise.race([query, late.promise]);
	} finally {
		endTimeout();
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
