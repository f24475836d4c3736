import { shownAnnouncement } from "../../operator/look/announcements.server.ts";
import { storedSettings } from "../../platform/stored-settings/service.server.ts";

/** A mark of the settings and of the announcement in force: pages that are the same for everybody depend on both. */
export const pageVersion = (): string =>
	`${storedSettings.ifStarted()?.version ?? ""}/${shownAnnouncement()?.id ?? ""}`;
