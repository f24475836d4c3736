import billing from "../i18n/ru/billing.ts";
import { translations } from "../i18n/translations.ts";

/** Texts outside of any screen: on the gateway's page and in the history. */
export const translate = translations({ billing }).getFixedT("ru", "billing");
