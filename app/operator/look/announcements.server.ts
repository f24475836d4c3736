import * as v from "valibot";
import { readSettingsText } from "../../platform/settings/settings-file.server.ts";
import { lastReadable } from "../../platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../../platform/stored-settings/service.server.ts";

/** The oldest beyond it are forgotten. */
const KEPT = 20;

const announcement = v.object({
	id: v.string(),
	text: v.string(),
	/** An address on this site, or with https; null: none. */
	link: v.nullable(v.string()),
	tone: v.picklist(["info", "warning"]),
	/** Everybody, or people who are signed in. */
	audience: v.picklist(["all", "people"]),
	/** Whether a person may hide it in their browser. */
	hideable: v.boolean(),
	/** Milliseconds; it is shown from the first to the second. */
	from: v.number(),
	until: v.number(),
});
const section = v.object({ announcements: v.array(announcement) });

/** A message of the operator at the top of pages, for a time. */
export type Announcement = v.InferOutput<typeof announcement>;

/** The announcements of the section, the newest first. @throws {ConfigError} when another program has written it */
export function readAnnouncements(text: string | undefined): Announcement[] {
	return text === undefined ? [] : readSettingsText("Объявления в базе", text, section).announcements;
}

const read = lastReadable("announcements", readAnnouncements, () => []);

/** Those of this installation, the newest first. */
export const listAnnouncements = (): Announcement[] =>
	read(storedSettings.ifStarted()?.get("announcements")?.value);

/** The one that is shown now; null: none. No two are shown at once: where the times of two meet, the newer is. */
export const shownAnnouncement = (now: number = Date.now()): Announcement | null =>
	listAnnouncements().find(({ from, until }) => from <= now && now < until) ?? null;

export type Announced =
	| { outcome: "set"; list: Announcement[] }
	/** Another one is, or will be, shown in this time. */
	| { outcome: "overlaps"; other: Announcement };

/** Adds one to the list. What is over is in nothing's way: its correction begins with the same minute. */
export function addAnnouncement(list: readonly Announcement[], fresh: Announcement, now: number): Announced {
	const other = list.find(({ from, until }) => now < until && fresh.from < until && from < fresh.until);
	if (other) return { outcome: "overlaps", other };
	return { outcome: "set", list: [fresh, ...list].slice(0, KEPT) };
}

/** Ends one that is shown, and takes out one that has not begun. The same list where there is nothing to end. */
export function endAnnouncement(list: readonly Announcement[], id: string, now: number): Announcement[] {
	return list.flatMap((one) => {
		if (one.id !== id || one.until <= now) return one;
		return one.from >= now ? [] : { ...one, until: now };
	});
}

/** The section as text. */
export const announcementsText = (announcements: readonly Announcement[]): string =>
	JSON.stringify({ announcements });
