import type { AccountSettings, YandexSettings } from "../settings.server.ts";

/** The operator's application at Yandex. Without one nobody gets as far as here. */
export function yandexOf(settings: AccountSettings): YandexSettings {
	if (!settings.yandex) throw new Error("Sign-in through Yandex is not configured.");
	return settings.yandex;
}
