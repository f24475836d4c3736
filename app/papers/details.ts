/**
 * What a paper may say about the operator and the service, each under the name that stands in the
 * templates as `{{operator.address}}`. The value is null while the operator has not given it.
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
	"operator.crossBorder",
	"operator.taxNote",
	"terms.ageLimit",
	"terms.refundDays",
	"terms.noticeDays",
] as const;

export type DetailName = (typeof DETAIL_NAMES)[number];
export type Details = Record<DetailName, string | null>;

/** Without these nobody may take money: who sells, and where to complain (facts of the consumer law). */
export const NEEDED_TO_SELL = [
	"operator.fullName",
	"operator.ids",
	"operator.address",
	"operator.email",
	"operator.phone",
] as const satisfies DetailName[];

export const missingDetails = (details: Details, names: readonly DetailName[] = DETAIL_NAMES) =>
	names.filter((name) => details[name] === null);
