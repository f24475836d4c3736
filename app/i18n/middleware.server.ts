import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next/middleware";
import { i18nOptions } from "./options.ts";
import { words } from "./ru/index.ts";

/** Gives each request its words; `getI18n(context)` is how a loader says a sentence. */
export const [i18nMiddleware, getLocale, getI18n] = createI18nextMiddleware({
	detection: { supportedLanguages: ["ru"], fallbackLanguage: "ru" },
	i18next: i18nOptions(words),
	plugins: [initReactI18next],
});
