import type { AccountSettings, YandexSettings } from "../settings.server.ts";

/** The operator's application at Yandex. Callers run only where one is configured. */
export function yandexOf(settings: AccountSettings): YandexSettings {
	if (!settings.yandex) throw new Error("Sign-in through Yandex is not configured.");
	return settings.yandex;
}
