import { sql, type Updateable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime } from "../../platform/db/database-clock.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { AnswersTable } from "../../platform/db/tables/chat.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";
import { LeaseLost } from "./log/answer-log.server.ts";

/** A lease without a heartbeat for this long is expired. */
export const LEASE_MS = 6_000;
/** The heartbeat interval: each process renews the leases of its workers and reads stop requests. */
export const HEARTBEAT_MS = 800;
/** After this many attempts the answer is `interrupted` and the screen offers «Продолжить». */
export const MAX_ATTEMPTS = 3;

/** An answer and the holder of its lease, which a write needs. */
export type Held = { db: Db; answerId: string; owner: string };

/** The owner of an answer that waits for its person's consent: no worker's id, so it is never dead. */
export const WAITING_FOR_PERSON = "person";
/** A heartbeat that never grows old, in whatever release reads it: the end of the year 9999. */
export const NEVER_OLD = 253_402_300_799_000;

/**
 * Marks an answer as waiting for its person's decision: the lease has an owner that is no worker, so no process resumes
 * it.
 */
export async function giveToPerson(trx: Db, answerId: string, owner: string): Promise<void> {
	await trx
		.updateTable("answers")
		.set({ lease_owner: WAITING_FOR_PERSON, pulse_at: NEVER_OLD, attempts: 0 })
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.execute();
}

/** A lease is free when it has no owner or has expired. */
const isFree = (db: Db, clock?: Clock) =>
	sql<boolean>`(lease_owner is null or pulse_at < ${databaseTime(db, clock, -LEASE_MS)})`;

/**
 * Claims the lease of an answer in state `writing`; of several processes one succeeds.
 * @returns the answer with the attempt counted, or undefined if the lease is held or the answer has ended
 */
export async function claimLease(db: Db, answerId: string, owner: string, clock?: Clock) {
	// Lost in a power cut, the lease is free, as it would be anyway.
	return withoutSync(db)
		.updateTable("answers")
		.set((eb) => ({
			lease_owner: owner,
			pulse_at: databaseTime(db, clock),
			attempts: eb("attempts", "+", 1),
		}))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where(isFree(db, clock))
		.returningAll()
		.executeTakeFirst();
}

/**
 * Renews the leases of an owner's answers in one statement, and no other: a row that could not be released has no worker
 * any more, and its lease has to expire. On PostgreSQL it waits for nobody: whoever has locked an answer's row is about to
 * end it or to change it, and waiting with the rows of all others locked would hold up their ends, too. Such an answer
 * counts as held, and the next heartbeat renews it.
 * @param answerIds those that have a worker
 * @returns the answers still held, and for each whether a stop was requested
 */
export async function sendHeartbeat(
	db: Db,
	owner: string,
	answerIds: readonly string[],
	clock?: Clock,
): Promise<Map<string, "continue" | "stop">> {
	if (answerIds.length === 0) return new Map();
	const ids = JSON.stringify(answerIds);
	const rows = isPostgres(db)
		? await renewUnlocked(db, owner, ids, clock)
		: await renewAll(db, owner, ids, clock);
	return new Map(rows.map((row) => [row.id, row.stop_requested_at === null ? "continue" : "stop"]));
}

const renewAll = (db: Db, owner: string, ids: string, clock: Clock | undefined) =>
	withoutSync(db)
		.updateTable("answers")
		.set({ pulse_at: databaseTime(db, clock) })
		.where("id", "in", sql<string>`(select value from json_each(${ids}))`)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.returning(["id", "stop_requested_at"])
		.execute();

const renewUnlocked = (db: Db, owner: string, ids: string, clock: Clock | undefined) => {
	const among = sql<string>`(select json_array_elements_text(cast(${ids} as json)))`;
	return db
		.with("renewed", (qb) =>
			qb
				.updateTable("answers")
				.set({ pulse_at: databaseTime(db, clock) })
				.where("id", "in", (eb) =>
					eb
						.selectFrom("answers")
						.select("id")
						.where("id", "in", among)
						.where("state", "=", "writing")
						.where("lease_owner", "=", owner)
						.modifyEnd(sql`for no key update skip locked`),
				),
		)
		.selectFrom("answers")
		.select(["id", "stop_requested_at"])
		.where("id", "in", among)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.execute();
};

/**
 * Changes the row of a running answer for the holder of its lease.
 * @throws {LeaseLost} when another process writes the answer, or it has ended; nothing has changed then
 */
export async function changeHeld(
	{ db, answerId, owner }: Held,
	change: Pick<Updateable<AnswersTable>, "sources" | "tools" | "context_cut">,
): Promise<void> {
	const { numUpdatedRows } = await db
		.updateTable("answers")
		.set(change)
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) throw new LeaseLost(answerId);
}

/**
 * Releases the lease without ending the answer, so that another worker can resume it at once.
 * @param countsAsAttempt false: the attempt did not fail and is not counted
 * @returns whether the lease was still held
 */
export async function releaseLease(
	db: Db,
	answerId: string,
	owner: string,
	{ countsAsAttempt }: { countsAsAttempt: boolean },
): Promise<boolean> {
	const released = await db
		.updateTable("answers")
		.set((eb) => ({
			lease_owner: null,
			pulse_at: null,
			...(!countsAsAttempt && { attempts: eb("attempts", "-", 1) }),
		}))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.executeTakeFirst();
	return released.numUpdatedRows > 0n;
}

/** All current lease owners. */
export async function listOwners(db: Db): Promise<string[]> {
	const rows = await db
		.selectFrom("answers")
		.select("lease_owner")
		.distinct()
		.where("state", "=", "writing")
		.where("lease_owner", "is not", null)
		.execute();
	return rows.flatMap(({ lease_owner }) => lease_owner ?? []);
}

/** Releases all leases of a dead process before they expire. */
export async function releaseAll(db: Db, owner: string): Promise<void> {
	await db
		.updateTable("answers")
		.set({ lease_owner: null, pulse_at: null })
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.execute();
}

/**
 * Running answers with a free lease, those with the fewest attempts first and then the oldest: an answer that cannot
 * even be ended must not block the others.
 */
export async function findOrphans(db: Db, limit: number, clock?: Clock): Promise<string[]> {
	const rows = await db
		.selectFrom("answers")
		.select("id")
		.where("state", "=", "writing")
		.where(isFree(db, clock))
		.orderBy("attempts")
		.orderBy("created_at")
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}
