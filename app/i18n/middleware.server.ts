import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next/middleware";
import { formatter } from "./formatter.ts";
import { i18nOptions } from "./options.server.ts";
import { texts } from "./ru/index.ts";

/** Gives each request its translations; loaders use `getI18n(context)`. */
export const [i18nMiddleware, , getI18n] = createI18nextMiddleware({
	// One language: nothing of the request is read for it.
	detection: { supportedLanguages: ["ru"], fallbackLanguage: "ru", order: [] },
	i18next: i18nOptions(texts),
	plugins: [initReactI18next, formatter],
});
