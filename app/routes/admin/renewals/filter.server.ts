import { MOST_PAYERS } from "../../../billing/staff/list-all-purchases.server.ts";
import {
	RENEWAL_STATUSES,
	type RenewalFilter,
	searchRenewals,
} from "../../../billing/staff/list-renewals.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";
import { queryField } from "../query-field.server.ts";

const LONGEST = 254;

/** Reads the filter of an address. A value that cannot be parsed does not count. @param role the searcher's */
export async function readFilter(
	query: URLSearchParams,
	role: Role,
): Promise<{
	filter: RenewalFilter;
	fields: { q: string; state: string };
	/** The number of people that were looked at, at most. */
	tooWide: number | null;
}> {
	const field = (name: string) => queryField(query, name, LONGEST);
	const q = field("q");
	const status = RENEWAL_STATUSES.find((one) => one === field("state"));
	const searched = q ? await searchRenewals(db(), q, role) : null;
	return {
		filter: { status, accountIds: searched?.accountIds },
		fields: { q, state: status ?? "" },
		tooWide: searched?.isTooWide ? MOST_PAYERS : null,
	};
}
