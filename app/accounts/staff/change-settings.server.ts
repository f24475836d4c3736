import type { Db } from "../../platform/db/connection.server.ts";
import type { StaffAct } from "../../platform/db/tables/staff.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Section } from "../../platform/stored-settings/stored-settings.server.ts";
import { writeSection } from "../../platform/stored-settings/write-section.server.ts";
import { refusalOf } from "./act-on-person.server.ts";
import { type Actor, appendToJournal, lockJournal } from "./journal.server.ts";
import type { Right } from "./rights.ts";

export type SettingsChange = {
	right: Right;
	act: StaffAct;
	/** The revision that the actor has seen; 0: the database had none. */
	revision: number;
	/** JSON, as the section's file would have it. */
	value: string;
	/** SHA-256 of the file that the section is taken over from. */
	takenHash?: string;
	/** The old and the new value for the journal, without secrets. */
	before?: string | null;
	after?: string | null;
};

export type SettingsChanged =
	| { outcome: "changed" | "forbidden" }
	/** Somebody has changed the section meanwhile. */
	| { outcome: "stale" };

/**
 * Changes a section of the settings: rights, effect and journal in one transaction. The servers are told with the
 * commit; the process that calls it reads them anew by itself.
 * @param more what else belongs to the change
 */
export async function changeSettings(
	db: Db,
	actor: Actor,
	section: Section,
	{ right, act, before = null, after = null, ...change }: SettingsChange,
	now: number = Date.now(),
	more?: (trx: Db) => Promise<void>,
): Promise<SettingsChanged> {
	return transact(db, async (trx) => {
		await lockJournal(trx);
		if (await refusalOf(trx, actor, right)) return { outcome: "forbidden" };
		const written = { ...change, changedBy: actor.accountId };
		if (!(await writeSection(trx, section, written, now))) return { outcome: "stale" };
		await more?.(trx);
		await appendToJournal(trx, actor, { act, accountId: null, before, after }, now);
		return { outcome: "changed" };
	});
}
