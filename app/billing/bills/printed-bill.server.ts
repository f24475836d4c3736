import type { AccountSettings } from "../../accounts/settings.server.ts";
import { dayIn } from "../../platform/dates/dates-in-texts.server.ts";
import { toDecimal } from "../rubles.server.ts";
import { translate } from "../texts.server.ts";
import { type Bill, vatOf } from "./bill.server.ts";
import { sumInWords } from "./sum-in-words.server.ts";

const format = new Intl.NumberFormat("ru", { minimumFractionDigits: 2 });
/** Roubles and kopecks as a printed bill has them, without the currency: «1 170,00». */
const decimal = (kopecks: number) => format.format(toDecimal(kopecks));

/** The contents of a printed bill, all as it was when the bill was made. */
export function printedBillOf(
	bill: Bill,
	{ timeZone, appName, appUrl }: Pick<AccountSettings, "timeZone" | "appName" | "appUrl">,
) {
	const { plan, seller, seats, amount } = bill;
	return {
		number: bill.number,
		date: dayIn(timeZone, bill.created_at),
		until: dayIn(timeZone, bill.expires_at),
		seller,
		buyer: { name: bill.organisation, inn: bill.inn, kpp: bill.kpp },
		appName,
		plan: plan.title,
		days: translate("days", { count: plan.days ?? 0 }),
		seats,
		price: decimal(plan.price),
		sum: decimal(amount),
		vat: seller.vat === null ? null : { percent: seller.vat, sum: decimal(vatOf(amount, seller.vat)) },
		words: sumInWords(amount),
		offer: `${appUrl}/oferta`,
	};
}

export type PrintedBill = ReturnType<typeof printedBillOf>;
