import type { MiddlewareFunction } from "react-router";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { toDecimal } from "../../../billing/rubles.server.ts";
import { listAllPurchases, type PurchaseFilter } from "../../../billing/staff/list-all-purchases.server.ts";
import texts from "../../../i18n/ru/admin-payments.ts";
import { config } from "../../../platform/config.server.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";
import { dayLinesOf } from "./days/day-lines.server.ts";
import { readMonth } from "./days/load-days.server.ts";
import { readFilter } from "./filter.server.ts";

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;
/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

/**
 * Answers `?format=csv` with the payments of the filter as a file, or the days of a month, for staff who may see them;
 * everything else goes on to the page. There are no e-mails in it: an account is named by its id.
 */
export const sendCsv: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	const isFile = request.method === "GET" && query.get("format") === "csv" && !query.has("payment");
	if (!isFile || !account?.role || !mayDo(account.role, "payments")) return next();
	const asked = query.get("view") === "days" ? readMonth(query) : null;
	// The page says what is wrong.
	if (asked?.isWrong) return next();
	const actor = actorOf({ ...account, role: account.role }, { request, context });
	await noteInJournal(db(), actor, { act: "payments-exported", accountId: null });
	if (asked) return csvResponse(`payments-of-${asked.month}`, dayLinesOf(asked), config.timeZone);
	const { filter } = await readFilter(query, account.role);
	return csvResponse("payments", linesOf(filter), config.timeZone);
};

async function* linesOf(filter: PurchaseFilter): AsyncGenerator<string> {
	const { when, number, gatewayNumber, account, what, state, receipt, method, sum } = texts.columns;
	yield csvLine([when, number, gatewayNumber, account, what, state, receipt, method, sum]);
	let after: string | null = "";
	for (let rows = 0; after !== null && rows < MOST_ROWS; rows += ROWS_AT_ONCE) {
		const page: Awaited<ReturnType<typeof listAllPurchases>> = await listAllPurchases(db(), filter, {
			after,
			rows: ROWS_AT_ONCE,
		});
		yield page.purchases
			.map((purchase) =>
				csvLine([
					shortMinuteOf(purchase.at),
					purchase.id,
					purchase.gatewayId,
					purchase.accountId,
					purchase.plan.title,
					texts.states[purchase.state],
					texts.receipts[purchase.receiptState ?? "none"],
					purchase.method,
					toDecimal(purchase.amount).replace(".", ","),
				]),
			)
			.join("");
		after = page.next;
	}
}
