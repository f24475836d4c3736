import { createInstance } from "i18next";
import { i18nOptions } from "../i18n/options.server.ts";
import billing from "../i18n/ru/billing.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ billing }));

/** Texts outside of any screen: on the gateway's page and in the history. */
export const translate = i18n.getFixedT("ru", "billing");
