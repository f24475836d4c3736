import type { MiddlewareFunction } from "react-router";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { listRatings, type RatingFilter } from "../../../chat/ratings/list-ratings.server.ts";
import texts from "../../../i18n/ru/admin-feedback.ts";
import { config } from "../../../platform/config.server.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";
import { filterOf } from "./load-feedback.server.ts";

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;
/** A file of more lines opens in no spreadsheet. */
const MOST_ROWS = 1_000_000;

/** Answers `?format=csv` with the ratings of the filter as a file, for staff who may see them; else serves the page. */
export const sendCsv: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	const isFile = request.method === "GET" && query.get("format") === "csv";
	if (!isFile || !account?.role || !mayDo(account.role, "feedback")) return next();
	const actor = actorOf({ ...account, role: account.role }, { request, context });
	await noteInJournal(db(), actor, { act: "feedback-exported", accountId: null });
	return csvResponse("feedback", linesOf(filterOf(query)), config.timeZone);
};

async function* linesOf(filter: RatingFilter): AsyncGenerator<string> {
	const { when, rating, comment, model, person } = texts;
	yield csvLine([when, rating, comment, model, person]);
	let after: string | null = "";
	for (let rows = 0; after !== null && rows < MOST_ROWS; rows += ROWS_AT_ONCE) {
		const page: Awaited<ReturnType<typeof listRatings>> = await listRatings(db(), filter, {
			after,
			rows: ROWS_AT_ONCE,
		});
		yield page.ratings
			.map((one) =>
				csvLine([
					shortMinuteOf(one.createdAt),
					texts.ratings[one.rating],
					one.comment,
					one.model,
					one.accountId,
				]),
			)
			.join("");
		after = page.next;
	}
}
