import type { InitOptions } from "i18next";

/**
 * One language, all texts bundled: no detection, no fallback, no request. To look for other languages would be most of
 * the cost of an instance, and the server makes one for each request.
 */
export const i18nOptions = (texts: Record<string, object>) =>
	({
		lng: "ru",
		supportedLngs: ["ru"],
		load: "currentOnly",
		fallbackLng: false,
		defaultNS: "common",
		ns: Object.keys(texts),
		resources: { ru: texts },
		interpolation: { escapeValue: false },
	}) satisfies InitOptions;
