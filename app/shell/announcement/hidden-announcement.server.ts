import { shownAnnouncement } from "../../operator/look/announcements.server.ts";
import { preferenceCookie, readPreference } from "../../platform/http/preference.ts";

const COOKIE = "a";

/** The announcement for this visitor; null: none, or they have hidden it. */
export function announcementFor(isSignedIn: boolean, request: Request) {
	const shown = shownAnnouncement();
	if (!shown || (shown.audience === "people" && !isSignedIn)) return null;
	const { id, text, link, tone, hideable } = shown;
	if (hideable && readPreference(request.headers.get("Cookie"), COOKIE).includes(id)) return null;
	return { id, text, link, tone, hideable };
}

/** The `Set-Cookie` value that hides an announcement in this browser. */
export const hideCookie = (id: string, secure: boolean): string => preferenceCookie(COOKIE, id, secure);
