import type { MiddlewareFunction } from "react-router";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { listLedger } from "../../../billing/staff/list-ledger.server.ts";
import texts from "../../../i18n/ru/admin-ledger.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";
import { queryField } from "../query-field.server.ts";
import { entryView, LONGEST } from "./load-ledger.server.ts";

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;
/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

/** Answers `?format=csv` with the whole ledger of `account` as a file to staff who may see it; else serves the page. */
export const sendLedger: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const query = new URL(request.url).searchParams;
	const staff = context.get(accountContext);
	const isFile = request.method === "GET" && query.get("format") === "csv";
	if (!isFile || !staff?.role || !mayDo(staff.role, "payments")) return next();
	const accountId = queryField(query, "account", LONGEST);
	if ((await findAccount(db(), accountId))?.id !== accountId) return next();
	const actor = actorOf({ ...staff, role: staff.role }, { request, context });
	await noteInJournal(db(), actor, { act: "ledger-exported", accountId });
	return csvResponse("ledger", linesOf(accountId), config.timeZone);
};

async function* linesOf(accountId: string): AsyncGenerator<string> {
	const { at, what, reason, reference, change, left } = texts.columns;
	yield csvLine([at, what, reason, reference, change, left]);
	let after: string | null = "";
	for (let rows = 0; after !== null && rows < MOST_ROWS; rows += ROWS_AT_ONCE) {
		const page: Awaited<ReturnType<typeof listLedger>> = await listLedger(db(), accountId, {
			after,
			rows: ROWS_AT_ONCE,
		});
		yield page.entries
			.map((entry) => {
				const view = entryView(entry);
				// A number: «−1» is text for a spreadsheet, and «-1» as text a formula.
				return csvLine([
					view.at,
					texts.kinds[view.kind],
					view.why,
					view.reference,
					entry.messages,
					view.left,
				]);
			})
			.join("");
		after = page.next;
	}
}
