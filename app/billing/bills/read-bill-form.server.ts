import type { Plan } from "../plans/plan.server.ts";
import { MOST_SEATS } from "./bill.server.ts";
import { isInn, isKpp, isSoleTrader } from "./tax-numbers.server.ts";

/** The fields of the form of a bill, as typed. */
export type BillFields = { inn: string; kpp: string; organisation: string; planKey: string; seats: string };

/** A bill that can be made. */
export type NewBill = { inn: string; kpp: string | null; organisation: string; plan: Plan; seats: number };

/** The problems, by field. */
export type BillProblems = {
	inn?: "inn-digits" | "inn-wrong";
	kpp?: "kpp-needed" | "kpp-wrong" | "kpp-none";
	organisation?: "organisation-needed";
	planKey?: "plan-needed";
	seats?: "seats-wrong";
};

const LONGEST_NAME = 200;

/**
 * Reads what was typed for a bill. Spaces in numbers do not matter.
 * @param onSale the plans that can be bought
 * @returns the bill, or what is wrong with the fields
 */
export function readBillForm(
	fields: BillFields,
	onSale: readonly Plan[],
): NewBill | { problems: BillProblems } {
	const problems: BillProblems = {};
	const inn = fields.inn.replace(/\s/g, "");
	if (!/^(\d{10}|\d{12})$/.test(inn)) problems.inn = "inn-digits";
	else if (!isInn(inn)) problems.inn = "inn-wrong";
	const kpp = fields.kpp.replace(/\s/g, "").toUpperCase();
	if (isSoleTrader(inn)) {
		if (kpp !== "") problems.kpp = "kpp-none";
	} else if (kpp === "") problems.kpp = "kpp-needed";
	else if (!isKpp(kpp)) problems.kpp = "kpp-wrong";
	const organisation = fields.organisation.replace(/\s+/g, " ").trim();
	if (organisation === "" || organisation.length > LONGEST_NAME)
		problems.organisation = "organisation-needed";
	const plan = onSale.find(({ key }) => key === fields.planKey);
	if (!plan) problems.planKey = "plan-needed";
	const seats = /^\d{1,3}$/.test(fields.seats.trim()) ? Number(fields.seats) : 0;
	if (seats < 1 || seats > MOST_SEATS) problems.seats = "seats-wrong";
	if (!plan || Object.keys(problems).length > 0) return { problems };
	return { inn, kpp: kpp || null, organisation, plan, seats };
}
