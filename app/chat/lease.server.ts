import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";

/** A holder that has said nothing for so long is taken for dead; the pulse is every second. */
export const LEASE_MS = 6_000;
export const PULSE_MS = 1_000;
/** After so many pens the answer stays as it is and offers «Продолжить» (house.md §4). */
export const MAX_ATTEMPTS = 3;

/** A free lease is one that nobody holds or whose holder has gone silent. */
const isFree = (now: number) => sql<boolean>`(lease_owner is null or pulse_at < ${now - LEASE_MS})`;

/**
 * Takes the pen of an answer that is being written. Of several processes one gets it.
 * @returns the answer with the attempt counted, or undefined if another holds it or it has ended.
 */
export async function claimLease(db: Db, answerId: string, owner: string, now = Date.now()) {
	return db
		.updateTable("answers")
		.set((eb) => ({ lease_owner: owner, pulse_at: now, attempts: eb("attempts", "+", 1) }))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where(isFree(now))
		.returningAll()
		.executeTakeFirst();
}

/**
 * Says that the holder is alive.
 * @returns whether a stop was asked for, or "lost" if the pen is no longer ours.
 */
export async function pulse(
	db: Db,
	answerId: string,
	owner: string,
	now = Date.now(),
): Promise<"go-on" | "stop" | "lost"> {
	const row = await db
		.updateTable("answers")
		.set({ pulse_at: now })
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.returning("stop_requested_at")
		.executeTakeFirst();
	if (!row) return "lost";
	return row.stop_requested_at === null ? "go-on" : "stop";
}

/** Lays the pen down without ending the answer: another process may go on at once. */
export async function releaseLease(db: Db, answerId: string, owner: string): Promise<void> {
	await db
		.updateTable("answers")
		// The attempt was no failure of the model's, so it does not count.
		.set((eb) => ({ lease_owner: null, pulse_at: null, attempts: eb("attempts", "-", 1) }))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.where("lease_owner", "=", owner)
		.execute();
}

/** Answers that nobody writes although they are not done. */
export async function findOrphans(db: Db, now = Date.now()): Promise<string[]> {
	const rows = await db
		.selectFrom("answers")
		.select("id")
		.where("state", "=", "writing")
		.where(isFree(now))
		.orderBy("created_at")
		.limit(100)
		.execute();
	return rows.map(({ id }) => id);
}
