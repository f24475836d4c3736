import type { Db } from "../platform/db/connection.server.ts";
import { toNfc } from "../platform/to-nfc.server.ts";

/** In characters as people count them: an emoji of several code points is one. */
const LONGEST_NAME = 60;
/** A single grapheme may have any number of combining marks, so the stored length is bounded too. */
const LONGEST_STORED = 240;

// Control characters, line and paragraph separators, and bidirectional overrides.
const NOT_FOR_NAMES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const characters = new Intl.Segmenter("ru", { granularity: "grapheme" });

export type Renamed = { outcome: "renamed" } | { outcome: "too-long" } | { outcome: "control-characters" };

/** Sets the display name of the account; an empty name removes it. */
export async function rename(db: Db, accountId: string, name: string): Promise<Renamed> {
	const tidy = toNfc(name).trim().replace(/ +/g, " ");
	if (NOT_FOR_NAMES.test(tidy)) return { outcome: "control-characters" };
	if (tidy.length > LONGEST_STORED || [...characters.segment(tidy)].length > LONGEST_NAME)
		return { outcome: "too-long" };
	await db
		.updateTable("accounts")
		.set({ name: tidy || null })
		.where("id", "=", accountId)
		.where("state", "=", "active")
		.execute();
	return { outcome: "renamed" };
}
