import type { MiddlewareFunction } from "react-router";
import { OPERATOR } from "../../../accounts/audit/account-events.server.ts";
import { maskedNetwork } from "../../../accounts/http/request-client.server.ts";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { type JournalRow, noteInJournal, readJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import texts from "../../../i18n/ru/admin.ts";
import { config } from "../../../platform/config.server.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext, type Role } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;
/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

/**
 * Answers `?format=csv` with the journal as a file, the newest first: all of it, or the acts of this member, as the page
 * shows. With the hashes that chain the entries; accounts by their ids. The entry about the file is its first line.
 */
export const sendJournal: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const account = context.get(accountContext);
	const isFile = request.method === "GET" && new URL(request.url).searchParams.get("format") === "csv";
	if (!isFile || !account?.role || !mayDo(account.role, "journal")) return next();
	const actor = actorOf({ ...account, role: account.role }, { request, context });
	await noteInJournal(db(), actor, { act: "journal-exported", accountId: null });
	const whose = mayDo(account.role, "wholeJournal") ? {} : { actorId: account.id };
	return csvResponse("journal", linesOf(whose), config.timeZone);
};

async function* linesOf(whose: { actorId?: string }): AsyncGenerator<string> {
	yield csvLine(Object.values(texts.journal.columns));
	let from: number | undefined;
	for (let rows = 0; rows < MOST_ROWS; rows += ROWS_AT_ONCE) {
		const { entries, next } = await readJournal(db(), {
			...whose,
			...(from !== undefined && { before: from }),
			rows: ROWS_AT_ONCE,
		});
		yield entries.map(lineOf).join("");
		if (next === null) return;
		from = next;
	}
}

const lineOf = (row: JournalRow) =>
	csvLine([
		row.number,
		shortMinuteOf(row.at),
		row.actor_id ?? texts.journal.console,
		row.actor_role && texts.roles[row.actor_role as Role],
		texts.journal.acts[row.act],
		row.account_id,
		row.reason,
		row.before,
		row.after,
		row.ip_network === OPERATOR.ip ? null : maskedNetwork(row.ip_network),
		row.request_id,
		row.previous_hash,
		row.hash,
	]);
