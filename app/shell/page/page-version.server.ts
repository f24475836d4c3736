import { shownAnnouncement } from "../../operator/look/announcements.server.ts";
import { storedSettings } from "../../platform/stored-settings/service.server.ts";

/** What pages that are the same for everybody depend on beside their address: the settings, and what is announced now. */
export const pageVersion = (): string =>
	`${storedSettings.ifStarted()?.version ?? ""}/${shownAnnouncement()?.id ?? ""}`;
