import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, databaseTime } from "../platform/db/database-clock.server.ts";
import type { LettersTable } from "../platform/db/tables/mail.ts";
import type { AddressedEmail } from "./email.ts";
import type { Mailer } from "./mailer.server.ts";
import { unseal } from "./seal.server.ts";
import type { Attempt } from "./transport.ts";

const MINUTE = 60_000;
/** Longer than a transport may take for one e-mail; after that another server may claim it. */
const LEASE = 3 * MINUTE;
const LONGEST_PAUSE = 60 * MINUTE;
const GIVE_UP_AFTER = 24 * 60 * MINUTE;

type ClaimedEmail = Selectable<LettersTable> & { claim: string };

/**
 * Claims a due e-mail, by the time of this moment: with the time of the loop's beginning the lease might have expired
 * already, and another server would send the e-mail again. Null: another server has it, or it is not due any more.
 */
export async function claim(db: Db, id: string, clock?: Clock): Promise<ClaimedEmail | null> {
	const claim = randomUUID();
	const taken = await db
		.updateTable("letters")
		.set((eb) => ({ claim, due_at: databaseTime(db, clock, LEASE), tries: eb("tries", "+", 1) }))
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.where("due_at", "<=", databaseTime(db, clock))
		.returningAll()
		.executeTakeFirst();
	return taken ? { ...taken, claim } : null;
}

/** Tries to send a claimed e-mail and records the result. */
export async function attempt(db: Db, mailer: Mailer, row: ClaimedEmail, clock?: Clock) {
	const email = open(row, mailer.sealKey);
	const outcome = email ? await send(mailer, row.id, email) : UNREADABLE;
	const about = { email: row.id, kind: row.kind, tries: row.tries };
	switch (outcome.result) {
		case "sent":
			await finish(db, row, { state: "sent", last_problem: null }, clock);
			return "sent" as const;
		case "refused":
			await finish(db, row, { state: "refused", last_problem: outcome.problem }, clock);
			mailer.log.warn("Почта: письмо не принято", { ...about, problem: outcome.problem });
			return "refused" as const;
		case "later":
			if (email && row.due_at - LEASE - row.created_at < GIVE_UP_AFTER) {
				await putOff(db, row, outcome.problem, clock);
				return "late" as const;
			}
			await finish(db, row, { state: "failed", last_problem: outcome.problem }, clock);
			mailer.log.error("Почта: письмо так и не отправлено", { ...about, problem: outcome.problem });
			return "failed" as const;
	}
}

const UNREADABLE: Attempt = {
	result: "later",
	problem: "SESSION_SECRET changed since the e-mail was written",
};

/** An e-mail with `keepsNoAddress` has the address inside, instead of the row's. */
function open(row: ClaimedEmail, key: Buffer): AddressedEmail | null {
	try {
		return { to: row.recipient, kind: row.kind, ...JSON.parse(unseal(row.sealed ?? "", row.id, key)) };
	} catch {
		return null;
	}
}

async function send(mailer: Mailer, id: string, email: AddressedEmail): Promise<Attempt> {
	try {
		return await mailer.transport.send(id, email);
	} catch (error) {
		return { result: "later", problem: error instanceof Error ? error.name : "unknown" };
	}
}

/** A sender that has lost the lease changes nothing. The sealed content is deleted with the last try. */
async function finish(
	db: Db,
	row: ClaimedEmail,
	end: Pick<Selectable<LettersTable>, "state" | "last_problem">,
	clock: Clock | undefined,
): Promise<void> {
	await db
		.updateTable("letters")
		.set({ ...end, sealed: null, claim: null, finished_at: databaseTime(db, clock) })
		.where("id", "=", row.id)
		.where("claim", "=", row.claim)
		.execute();
}

/** One minute, two, four, … up to an hour. */
async function putOff(db: Db, row: ClaimedEmail, problem: string, clock: Clock | undefined): Promise<void> {
	const pause = Math.min(MINUTE * 2 ** (row.tries - 1), LONGEST_PAUSE);
	await db
		.updateTable("letters")
		.set({ due_at: databaseTime(db, clock, pause), claim: null, last_problem: problem })
		.where("id", "=", row.id)
		.where("claim", "=", row.claim)
		.execute();
}
