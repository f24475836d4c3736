/**
 * The details of the operator and the service that a legal document may cite, each under its name in the templates,
 * `{{operator.address}}`. The value is null while the operator has not set it.
 */
export const DETAIL_NAMES = [
	"app.name",
	"app.url",
	"operator.fullName",
	"operator.shortName",
	"operator.ids",
	"operator.address",
	"operator.postalAddress",
	"operator.email",
	"operator.phone",
	"operator.supportHours",
	"operator.dataContact",
	"operator.registry",
	"operator.hosting",
	"operator.modelProvider",
	"operator.mailProvider",
	"operator.paymentProvider",
	"operator.crossBorder",
	"operator.taxNote",
	"terms.ageLimit",
	"terms.refundDays",
	"terms.noticeDays",
] as const;

export type DetailName = (typeof DETAIL_NAMES)[number];
export type Details = Record<DetailName, string | null>;

/** Details not set yet, in the order of the list. */
export const missingDetails = (details: Details) => DETAIL_NAMES.filter((name) => details[name] === null);

/** Without these no payment may be requested: the seller has to be known before (ЗоЗПП, articles 8–10). */
const NEEDED_TO_SELL = [
	"operator.fullName",
	"operator.ids",
	"operator.address",
	"operator.email",
	"operator.phone",
] as const satisfies DetailName[];

/** Details that have to be set before selling anything, in the order of the list. */
export const missingToSell = (details: Details) => NEEDED_TO_SELL.filter((name) => details[name] === null);
