import { onAnnouncement } from "../db/announcements.server.ts";
import type { Db } from "../db/connection.server.ts";
import { log } from "../log.server.ts";
import { service } from "../service.server.ts";
import { StoredSettings } from "./stored-settings.server.ts";

/** The settings of the database. Commands that need none of them do not start it. */
export const storedSettings = service<StoredSettings>("stored settings");

/**
 * Reads the settings of the database and listens to changes by other servers. Needs the migrated database.
 * @returns stops listening
 */
export async function startStoredSettings(db: Db, databaseUrl: string): Promise<() => Promise<void>> {
	const settings = new StoredSettings(db, (error) => log.error("Новые настройки не применены", { error }));
	const refresh = () =>
		void settings.refresh().catch((error) => log.error("Настройки базы не прочитаны", { error }));
	const stopListening = await onAnnouncement(databaseUrl, "settings", refresh);
	await settings.refresh();
	storedSettings.provide(settings);
	return async () => {
		await stopListening();
		storedSettings.withdraw();
	};
}
