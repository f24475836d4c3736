import { texts } from "./ru/index.ts";
import { translations } from "./translations.ts";

/** All texts of the site, for every request: there is one language. */
export const siteTexts = translations(texts);
