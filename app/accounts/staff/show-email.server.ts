import type { Db } from "../../platform/db/connection.server.ts";
import { type Acted, actOnPerson } from "./act-on-person.server.ts";
import type { Actor } from "./journal.server.ts";

/** The time for which the card shows an e-mail to the member of staff who had it shown. */
export const EMAIL_SHOWN_MS = 15 * 60_000;
/** So many of one's own latest entries are looked through. */
const LATEST = 200;

/** Shows somebody's e-mail to a member of staff who sees it masked; the entry of the journal is what shows it. */
export const showEmail = (db: Db, accountId: string, actor: Actor, now = Date.now()): Promise<Acted<true>> =>
	actOnPerson(db, actor, { act: "email-shown", accountId }, async () => true as const, now);

/** Whether this member had the e-mail of the account shown a moment ago. */
export async function isEmailShown(
	db: Db,
	actorId: string,
	accountId: string,
	now = Date.now(),
): Promise<boolean> {
	const latest = db
		.selectFrom("staff_events")
		.select(["act", "account_id", "at"])
		.where("actor_id", "=", actorId)
		.orderBy("number", "desc")
		.limit(LATEST)
		.as("latest");
	const shown = await db
		.selectFrom(latest)
		.select("at")
		.where("act", "=", "email-shown")
		.where("account_id", "=", accountId)
		.where("at", ">", now - EMAIL_SHOWN_MS)
		.limit(1)
		.executeTakeFirst();
	return shown !== undefined;
}
