import { sql } from "kysely";
import { config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { WAITING_FOR_PERSON } from "../answers/lease.server.ts";

/** The limit of this installation: of answers that all its servers write at the same time; null: none. */
export const answersOfAllServers = config.model.liveAnswersTotal;

/** Rolls the transaction of the prompt back: this server, or all together, write as many answers as they may. */
export class InstallationFull extends Error {}

/** Takes a place among the answers that this process writes; false: there is none. Repeatable. */
export type Admit = () => boolean;

/** Any number of ours. */
const LOCK = 7_236_405_119;

/**
 * Counts the running answers of all servers, as the last statements of the transaction that has added one. Questions
 * that reach several servers at the same time wait for each other here, for the time of a count and a commit, so only
 * as many go through as there is room.
 * @param limit null: nothing is counted
 * @param admit asked at the very end: what is refused for another reason takes no place
 * @throws {InstallationFull}
 */
export async function admitOrThrow(trx: Db, limit: number | null, admit: Admit = () => true): Promise<void> {
	await countAll(trx, limit);
	if (!admit()) throw new InstallationFull();
}

async function countAll(trx: Db, limit: number | null): Promise<void> {
	if (limit === null) return;
	if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
	const { count } = await trx
		.selectFrom("answers")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("state", "=", "writing")
		// An answer that waits for its person takes no worker.
		.where((eb) => eb.or([eb("lease_owner", "is", null), eb("lease_owner", "<>", WAITING_FOR_PERSON)]))
		.executeTakeFirstOrThrow();
	if (Number(count) > limit) throw new InstallationFull();
}
