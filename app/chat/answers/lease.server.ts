import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime } from "../../platform/db/database-clock.server.ts";

/** A holder that has said nothing for so long is taken for dead. */
export const LEASE_MS = 6_000;
/** All pens of a process say so often that they are alive, and hear whether they are to stop. */
export const PULSE_MS = 800;
/** After so many pens the answer stays as it is and offers «Продолжить» (house.md §4). */
export const MAX_ATTEMPTS = 3;

/** A free lease is one that nobody holds or whose holder has gone silent. */
const isFree = (db: Db, clock?: Clock) =>
	sql<boolean>`(lease_owner is null or pulse_at < ${databaseTime(db, clock, -LEASE_MS)})`;

/**
 * Takes the pen of an answer that is being written. Of several processes one gets it.
 * @returns the answer with the attempt counted, or undefined if another holds it or it has ended.
 */
export async function claimLease(db: Db, answerId: string, owner: string, clock?: Clock) {
	return db
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
 * Says that the holder is alive, for all its answers in one statement.
 * @returns the answers it still holds, and of each whether a stop was asked for
 */
export async function pulse(db: Db, owner: string, clock?: Clock): Promise<Map<string, "go-on" | "stop">> {
	const rows = await db
		.updateTable("answers")
		.set({ pulse_at: databaseTime(db, clock) })
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.returning(["id", "stop_requested_at"])
		.execute();
	return new Map(rows.map((row) => [row.id, row.stop_requested_at === null ? "go-on" : "stop"]));
}

/**
 * Lays the pen down without ending the answer: another may go on at once.
 * @param innocent the attempt was no failure, so it does not count
 * @returns whether it was still held
 */
export async function releaseLease(
	db: Db,
	answerId: string,
	owner: string,
	{ innocent }: { innocent: boolean },
): Promise<boolean> {
	const released = await db
		.updateTable("answers")
		.set((eb) => ({
			lease_owner: null,
			pulse_at: null,
			...(innocent && { attempts: eb("attempts", "-", 1) }),
		}))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.executeTakeFirst();
	return released.numUpdatedRows > 0n;
}

/** Everybody who holds a pen at the moment. */
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

/** Frees the answers of a process that has died, before their leases run out. */
export async function releaseAll(db: Db, owner: string): Promise<void> {
	await db
		.updateTable("answers")
		.set({ lease_owner: null, pulse_at: null })
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.execute();
}

/**
 * Answers that nobody writes although they are not done, the oldest first of those tried least often: one that cannot
 * even be ended must not keep the others waiting.
 * @param limit at most so many
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
