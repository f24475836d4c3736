import type { InitOptions } from "i18next";

/** One language, all texts bundled: no detection, no fallback, no request. */
export const i18nOptions = (texts: Record<string, object>) =>
	({
		lng: "ru",
		supportedLngs: ["ru"],
		fallbackLng: "ru",
		defaultNS: "common",
		ns: Object.keys(texts),
		resources: { ru: texts },
		interpolation: { escapeValue: false },
	}) satisfies InitOptions;
