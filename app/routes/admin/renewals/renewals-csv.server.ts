import type { MiddlewareFunction } from "react-router";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { toDecimal } from "../../../billing/rubles.server.ts";
import { listRenewals, type RenewalFilter } from "../../../billing/staff/list-renewals.server.ts";
import texts from "../../../i18n/ru/admin-renewals.ts";
import { config } from "../../../platform/config.server.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext, type Role } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";
import { readFilter } from "./filter.server.ts";
import { nextChargeOf, renewalView } from "./renewal-view.server.ts";

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;
/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

/**
 * Answers `?format=csv` with the renewals of the filter as a file, for staff who may see them; everything else goes on
 * to the page. There are no e-mails in it: an account is named by its id.
 */
export const sendCsv: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	const isFile = request.method === "GET" && query.get("format") === "csv" && !query.has("account");
	if (!isFile || !account?.role || !mayDo(account.role, "payments")) return next();
	const { filter } = await readFilter(query, account.role);
	const actor = actorOf({ ...account, role: account.role }, { request, context });
	await noteInJournal(db(), actor, { act: "renewals-exported", accountId: null });
	return csvResponse("renewals", linesOf(account.role, filter), config.timeZone);
};

async function* linesOf(role: Role, filter: RenewalFilter): AsyncGenerator<string> {
	const { charge, account, plan, card, notice, state, why, attempts, until, payment, sum } = texts.columns;
	yield csvLine([charge, account, plan, card, notice, state, why, attempts, until, payment, sum]);
	let after: string | null = "";
	for (let rows = 0; after !== null && rows < MOST_ROWS; rows += ROWS_AT_ONCE) {
		const page: Awaited<ReturnType<typeof listRenewals>> = await listRenewals(db(), filter, {
			after,
			rows: ROWS_AT_ONCE,
		});
		yield page.renewals
			.map((renewal) => {
				const view = renewalView(renewal, role);
				const chargeAt = nextChargeOf(renewal, Date.now());
				return csvLine([
					chargeAt === null ? null : shortMinuteOf(chargeAt),
					renewal.accountId,
					renewal.plan.title,
					renewal.card,
					renewal.toldAt === null ? null : shortMinuteOf(renewal.toldAt),
					view.ends ? texts.ends : texts.statuses[renewal.status],
					view.why ? texts.why[view.why] : view.refused && texts.reasons[view.refused],
					renewal.attempt,
					shortMinuteOf(renewal.paidUntil),
					renewal.purchaseId,
					toDecimal(renewal.amount).replace(".", ","),
				]);
			})
			.join("");
		after = page.next;
	}
}
