import { setImmediate } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { postgresDialect } from "../../../app/platform/db/postgres-dialect.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";

test("PostgreSQL: a statement waits on for a connection where this process has stood still", async () => {
	const postgres = await emptyPostgres();
	const db = new Kysely({ dialect: postgresDialect(postgres.url, 1) });
	onTestFinished(async () => {
		vi.restoreAllMocks();
		vi.useRealTimers();
		await db.destroy();
		await postgres.remove();
	});
	const taken = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	const holding = db.connection().execute(async (connection) => {
		await sql`select 1`.execute(connection);
		taken.resolve();
		await released.promise;
	});
	await taken.promise;
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const waiting = sql<{ one: number }>`select 1 as one`.execute(db);
	// Until the pool has set the end of the wait.
	while (vi.getTimerCount() === 0) await setImmediate();
	const woken = performance.now() + 60_000;
	vi.spyOn(performance, "now").mockImplementation(() => woken);
	vi.advanceTimersByTime(10_000);
	released.resolve();
	expect((await waiting).rows).toEqual([{ one: 1 }]);
	await holding;
});
