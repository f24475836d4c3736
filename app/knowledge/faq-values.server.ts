import { createInstance } from "i18next";
import { i18nOptions } from "../i18n/options.server.ts";
import faq from "../i18n/ru/faq.ts";
import type { Details } from "../operator/details.server.ts";

/** The values that a page of the FAQ may cite by a name: `{{appName}}`. */
export type FaqValues = Readonly<Record<string, string>>;

const i18n = createInstance();
await i18n.init(i18nOptions({ faq }));
const translate = i18n.getFixedT("ru", "faq");

/** The name of the service, whether plans renew themselves, and how long a refund takes, in days, in words: «10 дней». */
export const faqValues = (
	appName: string,
	details: Pick<Details, "terms.refundDays">,
	renewal: boolean,
): FaqValues => ({
	appName,
	renewal: translate(renewal ? "renewal.agreed" : "renewal.none"),
	refundDays: translate("refundDays", { count: Number(details["terms.refundDays"]) }),
});
