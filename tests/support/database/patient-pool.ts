import pg from "pg";

/** A server gives up waiting for a connection after ten seconds, which a busy machine may need for one. */
const PATIENCE_MS = 180_000;

/**
 * Takes the place of the driver's pool in this process. A transaction of a test that holds somebody up may stand still as
 * long as what it holds up waits for its connection.
 */
class PatientPool extends pg.Pool {
	constructor(options?: pg.PoolConfig) {
		super({
			...options,
			connectionTimeoutMillis: PATIENCE_MS,
			idle_in_transaction_session_timeout: PATIENCE_MS,
		});
	}
}
pg.Pool = PatientPool;
