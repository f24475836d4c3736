import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { ConfigError, config } from "../config.server.ts";
import { log } from "../log.server.ts";
import { storedSettings } from "./service.server.ts";
import type { Section, StoredSection } from "./stored-settings.server.ts";

/** A section's file in `content/`, as it was at the start. */
export type SectionFile = { path: string; text: string; hash: string };

/** @returns null where the operator has no such file */
export function readSectionFile(path: string): SectionFile | null {
	if (!existsSync(path)) return null;
	const text = readFileSync(path, "utf8");
	return { path, text, hash: createHash("sha256").update(text).digest("hex") };
}

/** The place that holds a section, and its text there. */
export type SectionInForce =
	| { source: "file"; file: SectionFile; text: string }
	| { source: "database"; row: StoredSection; text: string }
	| { source: "program"; text: undefined };

/**
 * One rule for all sections: a file in `content/` counts and is shown as locked, unless its very content was taken over
 * into the database. One that was changed since counts again.
 */
export function sectionInForce(section: Section, file: SectionFile | null): SectionInForce {
	const row = storedSettings.ifStarted()?.get(section);
	if (file && row?.takenHash !== file.hash) return { source: "file", file, text: file.text };
	if (row) return { source: "database", row, text: row.value };
	return { source: "program", text: undefined };
}

/** The sections whose text has become unreadable for this process. */
const unread = new Set<Section>();

/**
 * Whether another release, which runs beside this one, has written a section since it was read here: nothing is saved
 * over that. A process that begins with such a text saves over it, or who went back to an older release could mend
 * nothing on the screens.
 */
export const isUnread = (section: Section): boolean => unread.has(section);

/**
 * Reads a section, each of its texts once. One that cannot be read takes nothing away: another release has written it,
 * and pages, e-mails and payments need the section. What was read last holds, and the log says so once.
 * @param read of the text, which may be missing. @throws {ConfigError}
 * @param first what holds where nothing has been read yet
 */
export function lastReadable<T>(
	section: Section,
	read: (text: string | undefined) => T,
	first: () => T,
): (text: string | undefined) => T {
	let known: { text: string | undefined; value: T } | undefined;
	let refused: string | undefined;
	let wasRead = false;
	return (text) => {
		if (known && text !== undefined && text === refused) return known.value;
		try {
			if (!known || text !== known.text) known = { text, value: read(text) };
			refused = undefined;
			// Before the start of the settings of the database, what they say is not known.
			wasRead ||= storedSettings.ifStarted() !== undefined;
			unread.delete(section);
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			log.error("Заданное на экране не применено", { section, problems: error.problems });
			refused = text;
			if (wasRead) unread.add(section);
			known ??= { text: undefined, value: first() };
		}
		return known.value;
	};
}

/** Whether a file counts again although its section was taken over: somebody, or a new release, has changed it since. */
export const countsAgain = (section: Section, file: SectionFile | null): boolean =>
	storedSettings.ifStarted()?.get(section) !== undefined && sectionInForce(section, file).source === "file";

/** What the screens have made of a section, and what does not count: its file does, and says something else. */
export function setAside(section: Section, file: SectionFile | null): StoredSection | undefined {
	const row = storedSettings.ifStarted()?.get(section);
	return countsAgain(section, file) && row?.value !== file?.text ? row : undefined;
}

/** The variable or the file that keeps a section from being changed on the screens; null: none. */
export function lockOf(section: Section, file: SectionFile | null): string | null {
	if (!config.configScreens) return "CONFIG_SCREENS";
	const inForce = sectionInForce(section, file);
	return inForce.source === "file" ? inForce.file.path : null;
}
