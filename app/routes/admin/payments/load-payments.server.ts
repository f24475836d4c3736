import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import {
	listAllPurchases,
	PURCHASES_COUNTED,
	sumPurchases,
} from "../../../billing/staff/list-all-purchases.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { readFilter } from "./filter.server.ts";

/** A page of everybody's payments: the fields of the filter, `after` goes on from a payment. */
export async function loadPayments(staff: Staff, query: URLSearchParams) {
	const { filter, fields, wrongDay, tooWide } = await readFilter(query, staff.role);
	const after = query.get("after") ?? "";
	const { purchases, next } = await listAllPurchases(db(), filter, { after });
	const { count, sum, refunded } = await sumPurchases(db(), filter);
	const mayOpen = mayDo(staff.role, "people");
	return {
		fields,
		wrongDay,
		tooWide,
		isFirst: after === "",
		isFiltered: Object.values(fields).some((value) => value !== ""),
		next,
		/** Null: too many to count. */
		total: sum === null ? null : { count, refunded, sum: rublesAndKopecks(sum) },
		counted: PURCHASES_COUNTED,
		payments: purchases.map((purchase) => ({
			id: purchase.id,
			accountId: mayOpen ? purchase.accountId : null,
			who: nameFor(staff.role, purchase),
			plan: purchase.plan.title,
			days: purchase.plan.days ?? 0,
			isRenewal: purchase.isRenewal,
			method: purchase.method,
			state: purchase.state,
			receipt: purchase.receiptState ?? ("none" as const),
			amount: rublesAndKopecks(purchase.amount),
			at: minuteOf(purchase.at),
		})),
	};
}

export type LoadedPayments = Awaited<ReturnType<typeof loadPayments>>;
