import { announce } from "../db/announcements.server.ts";
import type { Db } from "../db/connection.server.ts";
import type { Section } from "./stored-settings.server.ts";

export type NewSection = {
	/** JSON. */
	value: string;
	/** The revision that the change was made from; 0: there was no row. */
	revision: number;
	/** An account; null: the console. */
	changedBy: string | null;
	/** SHA-256 of the file that it is taken over from; undefined: as it was. */
	takenHash?: string | null;
};

/**
 * Writes a section and tells the servers, with the commit.
 * @returns false: somebody has changed it since that revision, and nothing was written
 */
export async function writeSection(
	trx: Db,
	section: Section,
	{ value, revision, changedBy, takenHash }: NewSection,
	now: number,
): Promise<boolean> {
	const fresh = { value, revision: revision + 1, changed_by: changedBy, changed_at: now };
	const taken = takenHash === undefined ? {} : { taken_hash: takenHash };
	if (revision === 0) {
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto("settings")
			.values({ section, ...fresh, taken_hash: takenHash ?? null })
			.onConflict((oc) => oc.column("section").doNothing())
			.executeTakeFirst();
		if (!numInsertedOrUpdatedRows) return false;
	} else {
		const { numUpdatedRows } = await trx
			.updateTable("settings")
			.set({ ...fresh, ...taken })
			.where("section", "=", section)
			.where("revision", "=", revision)
			.executeTakeFirst();
		if (!numUpdatedRows) return false;
	}
	await announce(trx, "settings", [section]);
	return true;
}
