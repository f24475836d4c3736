import { plans } from "../../../billing/plans/plans.server.ts";
import type { PeopleOrder } from "../../../billing/staff/list-people.server.ts";
import { GIVEN, PEOPLE_STATES, type PeopleFilter } from "../../../billing/staff/people-conditions.server.ts";
import { searchPeople } from "../../../billing/staff/search-people.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";
import { queryField } from "../query-field.server.ts";

const LONGEST = 254;

export const ORDERS = ["recent", "registered"] as const satisfies readonly PeopleOrder[];

/**
 * Reads the filter of an address. A value that is none of a field's does not count.
 * @param role of the person who searches
 */
export async function readFilter(
	db: Db,
	query: URLSearchParams,
	role: Role,
): Promise<{
	filter: PeopleFilter;
	order: PeopleOrder;
	/** The texts in the fields. */
	fields: { q: string; plan: string; state: string; sort: string };
}> {
	const field = (name: string) => queryField(query, name, LONGEST);
	const q = field("q");
	const plan = [...plans().map(({ key }) => key), GIVEN].find((key) => key === field("plan"));
	const state = PEOPLE_STATES.find((one) => one === field("state"));
	const order = ORDERS.find((one) => one === field("sort")) ?? "recent";
	return {
		filter: { search: q ? await searchPeople(db, q, role) : undefined, plan, state },
		order,
		fields: { q, plan: plan ?? "", state: state ?? "", sort: order === "recent" ? "" : order },
	};
}
