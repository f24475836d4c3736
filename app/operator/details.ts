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

/** What the operator has not given yet, in the order of the list. */
export const missingDetails = (details: Details) => DETAIL_NAMES.filter((name) => details[name] === null);
