import type { InitOptions } from "i18next";

/** One language, all texts bundled: no detection, no fallback, no request. */
export const i18nOptions = (words: Record<string, object>) =>
	({
		lng: "ru",
		supportedLngs: ["ru"],
		fallbackLng: "ru",
		defaultNS: "common",
		ns: Object.keys(words),
		resources: { ru: words },
		interpolation: { escapeValue: false },
	}) satisfies InitOptions;
