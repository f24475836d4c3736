import { toDecimal } from "../../../../billing/rubles.server.ts";
import texts from "../../../../i18n/ru/admin-payment-days.ts";
import { csvLine } from "../../../../platform/http/csv.server.ts";
import { type AskedMonth, totalsOf } from "./load-days.server.ts";

/** A month as a file: a line for each day on which money moved, the newest first. */
export async function* dayLinesOf(asked: AskedMonth): AsyncGenerator<string> {
	const { day, payments, income, refunds, refunded, due, sent, failed } = texts.columns;
	yield csvLine([day, payments, income, refunds, refunded, due, sent, failed]);
	for (const totals of await totalsOf(asked))
		yield csvLine([
			totals.day.split("-").toReversed().join("."),
			totals.payments,
			toDecimal(totals.income).replace(".", ","),
			totals.refunds,
			toDecimal(totals.refunded).replace(".", ","),
			totals.receipts.due,
			totals.receipts.sent,
			totals.receipts.failed,
		]);
}
