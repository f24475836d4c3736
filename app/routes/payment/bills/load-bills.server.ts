import type { TFunction } from "i18next";
import { accountSettings } from "../../../accounts/services.server.ts";
import { type Bill, billStateOf, MOST_SEATS } from "../../../billing/bills/bill.server.ts";
import { codesOfBill, ownBill, ownBills } from "../../../billing/bills/own-bills.server.ts";
import { printedBillOf } from "../../../billing/bills/printed-bill.server.ts";
import { rubles, rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { currentVersion, legalDocumentOf } from "../../../legal/legal-documents.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { russianDate } from "../../../platform/dates/dates-in-texts.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { plansForBills } from "../load/availability.server.ts";

/** The list of an account's bills. */
export async function loadBillList(account: Account) {
	const now = Date.now();
	const bills = await ownBills(db(), account.id);
	return {
		page: "list" as const,
		mayOrder: plansForBills().length > 0,
		bills: bills.map((bill) => ({
			...viewOf(bill, now),
			sum: rublesAndKopecks(bill.amount),
		})),
	};
}

/** The form of a new bill. @param chosen the key of a plan */
export function loadBillForm(t: TFunction<"payment">) {
	const now = Date.now();
	return {
		page: "form" as const,
		/** Chosen before the first try, so that a second press is the same bill. */
		billId: crypto.randomUUID(),
		most: MOST_SEATS,
		offerDate: russianDate(legalDocumentOf("oferta", null, now)?.date ?? ""),
		/** The edition itself, which the form sends back. */
		offerVersion: currentVersion("oferta", now),
		plans: plansForBills().map(({ key, title, days, price }) => ({
			key,
			title,
			days: t("plan.days", { count: days ?? 0 }),
			price: rubles(price),
		})),
	};
}

/** A bill with its paper and its codes. @returns null: the account has none of this id */
export async function loadBill(account: Account, id: string) {
	const now = Date.now();
	const bill = await ownBill(db(), account.id, id.replaceAll("\0", ""));
	if (!bill) return null;
	const codes = bill.state === "paid" ? await codesOfBill(db(), accountSettings().secret, bill.id, now) : [];
	return {
		page: "bill" as const,
		bill: viewOf(bill, now),
		paper: printedBillOf(bill, accountSettings()),
		email: account.email,
		endedAt: bill.ended_at === null ? "" : dayOf(bill.ended_at),
		returned: bill.returned === null ? null : rubles(bill.returned),
		mayReturn: bill.returned === null && codes.some(({ state }) => state === "free"),
		codesUntil: codes[0] ? dayOf(codes[0].expiresAt) : "",
		codes: codes.map(({ usedAt, expiresAt: _, ...code }) => ({
			...code,
			usedAt: usedAt === null ? "" : dayOf(usedAt),
		})),
	};
}

const viewOf = (bill: Bill, now: number) => ({
	id: bill.id,
	number: bill.number,
	date: dayOf(bill.created_at),
	organisation: bill.organisation,
	state: billStateOf(bill, now),
});

export type LoadedBillList = Awaited<ReturnType<typeof loadBillList>>;
export type LoadedBillForm = ReturnType<typeof loadBillForm>;
export type LoadedBill = NonNullable<Awaited<ReturnType<typeof loadBill>>>;
