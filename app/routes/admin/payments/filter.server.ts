import { gatewayInUse } from "../../../billing/services.server.ts";
import {
	MOST_PAYERS,
	type PurchaseFilter,
	searchPurchases,
} from "../../../billing/staff/list-all-purchases.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dayStartAfter, startOfIsoDay } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";
import { queryField } from "../query-field.server.ts";
import { type FilterFields, RECEIPTS, STATES } from "./filter-fields.ts";

const LONGEST = 254;

/** Reads the filter of an address. A value that cannot be parsed does not count. @param role the searcher's */
export async function readFilter(
	query: URLSearchParams,
	role: Role,
): Promise<{
	filter: PurchaseFilter;
	fields: FilterFields;
	/** A day that does not exist, as it was written. */
	wrongDay: string | null;
	/** The number of people that were looked at, at most. */
	tooWide: number | null;
}> {
	const field = (name: keyof FilterFields) => queryField(query, name, LONGEST);
	const fields = {
		q: field("q"),
		from: field("from"),
		to: field("to"),
		by: field("by") === "paid" ? "paid" : "",
		state: field("state"),
		receipt: field("receipt"),
	};
	const from = startOfIsoDay(fields.from, config.timeZone);
	const to = startOfIsoDay(fields.to, config.timeZone);
	const searched = fields.q ? await searchPurchases(db(), fields.q, role) : null;
	return {
		filter: {
			search: searched?.search,
			from: from ?? undefined,
			before: to === null ? undefined : dayStartAfter(to, 1, config.timeZone),
			state: STATES.find((state) => state === fields.state),
			receipt: RECEIPTS.find((state) => state === fields.receipt),
			paidThrough: fields.by === "paid" ? gatewayInUse() : undefined,
		},
		fields,
		wrongDay:
			(fields.from && from === null && fields.from) || (fields.to && to === null && fields.to) || null,
		tooWide: searched?.isTooWide ? MOST_PAYERS : null,
	};
}
