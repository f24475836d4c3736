import { parseEmail } from "../../../accounts/email.server.ts";
import { isInn, isKpp } from "../../../billing/bills/tax-numbers.server.ts";
import type { Operator } from "../../../operator/read-details.server.ts";
import type { Problem } from "../confirm/form-state.ts";
import { DAYS, type DetailsField, KINDS, TEXTS, VATS } from "./details-fields.ts";

export type DetailsProblems = Partial<Record<DetailsField, Problem>>;

const LONGEST = 300;
const NUMBERS: readonly string[] = [
	"inn",
	"ogrn",
	"kpp",
	"bankBik",
	"bankAccount",
	"bankCorrespondentAccount",
];
const MOST_DAYS = { ageLimit: 100, refundDays: 365, noticeDays: 365 } as const;

/**
 * Reads what was typed. Spaces in numbers do not matter.
 * @param before what is not on the form stays as it was
 */
export function readDetailsForm(values: Partial<Record<DetailsField, string>>, before: Operator) {
	const texts = Object.fromEntries(
		TEXTS.map((name) => {
			const typed = (values[name] ?? "").replace(/\s+/g, " ").trim();
			return [name, NUMBERS.includes(name) ? typed.replace(/\s/g, "") : typed];
		}),
	) as Record<(typeof TEXTS)[number], string>;
	const kind = KINDS.find((one) => one === values.kind);
	const problems: DetailsProblems = {
		...problemsOfNumbers(texts, kind),
		...problemsOfDays(values),
	};
	for (const name of TEXTS) if (texts[name].length > LONGEST) problems[name] = "text-long";
	for (const name of ["email", "dataContact"] as const)
		if (texts[name] !== "" && parseEmail(texts[name]) === null) problems[name] = "email-wrong";
	const operator: Operator = {
		...before,
		...texts,
		kind,
		billVat: VATS.find((vat) => vat === values.billVat),
		ageLimit: Number(values.ageLimit),
		refundDays: Number(values.refundDays),
		noticeDays: Number(values.noticeDays),
	};
	return { operator, problems };
}

type Texts = Record<(typeof TEXTS)[number], string>;

function problemsOfNumbers(texts: Texts, kind: Operator["kind"]): DetailsProblems {
	const problems: DetailsProblems = {};
	const { inn, ogrn, kpp } = texts;
	const isCompany = kind === "company";
	if (inn !== "") {
		if (kind !== undefined && inn.length !== (isCompany ? 10 : 12))
			problems.inn = isCompany ? "inn-of-company" : "inn-of-person";
		else if (!isInn(inn)) problems.inn = "number-wrong";
	}
	if (ogrn !== "" && !isOgrn(ogrn)) problems.ogrn = "number-wrong";
	if (kpp !== "" && !isKpp(kpp)) problems.kpp = "kpp-digits";
	if (texts.bankBik !== "" && !/^\d{9}$/.test(texts.bankBik)) problems.bankBik = "digits-9";
	for (const name of ["bankAccount", "bankCorrespondentAccount"] as const)
		if (texts[name] !== "" && !/^\d{20}$/.test(texts[name])) problems[name] = "digits-20";
	return problems;
}

/** ОГРН has 13 digits, the last is the rest of the others by 11; ОГРНИП has 15, and 13. */
function isOgrn(ogrn: string): boolean {
	if (!/^(\d{13}|\d{15})$/.test(ogrn)) return false;
	const rest = BigInt(ogrn.slice(0, -1)) % (ogrn.length === 13 ? 11n : 13n);
	return Number(rest % 10n) === Number(ogrn.at(-1));
}

function problemsOfDays(values: Partial<Record<DetailsField, string>>): DetailsProblems {
	return Object.fromEntries(
		DAYS.flatMap((name) => {
			const typed = values[name] ?? "";
			const fits = /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= MOST_DAYS[name];
			return fits ? [] : [[name, "number-of-days"]];
		}),
	);
}

/** The details as `content/operator.json` has them: an empty field is left out. */
export function operatorText(operator: Operator): string {
	const filled = Object.entries(operator).filter(([, value]) => value !== undefined && value !== "");
	return `${JSON.stringify(Object.fromEntries(filled), null, "\t")}\n`;
}
