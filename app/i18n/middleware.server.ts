import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next/middleware";
import { i18nOptions } from "./options.ts";
import { texts } from "./ru/index.ts";

/** Gives each request its translations; loaders use `getI18n(context)`. */
export const [i18nMiddleware, getLocale, getI18n] = createI18nextMiddleware({
	detection: { supportedLanguages: ["ru"], fallbackLanguage: "ru" },
	i18next: i18nOptions(texts),
	plugins: [initReactI18next],
});
