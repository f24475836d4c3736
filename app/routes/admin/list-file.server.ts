import type { MiddlewareFunction } from "react-router";
import { actorOf } from "../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../accounts/staff/journal.server.ts";
import { mayDo, type Right } from "../../accounts/staff/rights.ts";
import { config } from "../../platform/config.server.ts";
import { db } from "../../platform/db/service.server.ts";
import type { StaffAct } from "../../platform/db/tables/staff.ts";
import { accountContext, type Role } from "../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../platform/http/csv.server.ts";

/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

type ListFile = {
	right: Right;
	/** The entry of the journal about the file. */
	act: StaffAct;
	/** The name of the file, in Latin letters. */
	name: string;
	columns: readonly string[];
	/** Parameters of the address that name another page than the list. */
	others: readonly string[];
	/** A page of what the filter of the address finds for a role; `after`: empty, or the `next` of the page before. */
	read: (
		query: URLSearchParams,
		after: string,
		role: Role,
	) => Promise<{ lines: (string | number | null)[][]; next: string | null }>;
};

/** Answers `?format=csv` with a list as a file, for staff who may see it; everything else goes on to the page. */
export function listFile(file: ListFile): MiddlewareFunction<Response> {
	return async ({ request, context }, next) => {
		const query = new URL(request.url).searchParams;
		const account = context.get(accountContext);
		const isFile = request.method === "GET" && query.get("format") === "csv";
		if (!isFile || file.others.some((name) => query.has(name))) return next();
		if (!account?.role || !mayDo(account.role, file.right)) return next();
		const actor = actorOf({ ...account, role: account.role }, { request, context });
		await noteInJournal(db(), actor, { act: file.act, accountId: null });
		return csvResponse(file.name, linesOf(file, query, account.role), config.timeZone);
	};
}

async function* linesOf(
	{ columns, read }: ListFile,
	query: URLSearchParams,
	role: Role,
): AsyncGenerator<string> {
	yield csvLine(columns);
	let after: string | null = "";
	for (let rows = 0; after !== null && rows < MOST_ROWS; ) {
		const page: Awaited<ReturnType<ListFile["read"]>> = await read(query, after, role);
		yield page.lines.map(csvLine).join("");
		rows += page.lines.length;
		after = page.next;
	}
}
