import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { isRenewing } from "../../../billing/renewals/renewal.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import {
	countOpenCharges,
	listRenewals,
	RENEWAL_STATUSES,
	RENEWALS_COUNTED,
	readListedRenewal,
	sumRenewals,
} from "../../../billing/staff/list-renewals.server.ts";
import { whoStopped } from "../../../billing/staff/stop-renewal-as-staff.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { readFilter } from "./filter.server.ts";
import { renewalView } from "./renewal-view.server.ts";

/** A page of everybody's renewals: the fields of the filter, `after` goes on from a row. */
export async function loadRenewals(staff: Staff, query: URLSearchParams) {
	const { filter, fields, tooWide } = await readFilter(query, staff.role);
	const after = query.get("after") ?? "";
	const [{ renewals, next }, { count, sum }, postponed, stuck] = await Promise.all([
		listRenewals(db(), filter, { after }),
		sumRenewals(db(), filter),
		countOf("postponed"),
		countOf("stuck"),
	]);
	return {
		fields,
		tooWide,
		next,
		isFirst: after === "",
		isFiltered: fields.q !== "" || fields.state !== "",
		statuses: RENEWAL_STATUSES,
		/** Null: too many to count. */
		total: sum === null ? null : { count, sum: rublesAndKopecks(sum) },
		counted: RENEWALS_COUNTED,
		postponed,
		stuck,
		asleep: whyAsleep(),
		open: await countOpenCharges(db()),
		maySeeState: mayDo(staff.role, "state"),
		renewals: renewals.map((renewal) => renewalView(renewal, staff.role)),
	};
}

const countOf = async (status: (typeof RENEWAL_STATUSES)[number]) =>
	(await sumRenewals(db(), { status })).count;

/** How many renewals are not off, for the tab of their list; null: more than are counted. */
export async function countRenewals(): Promise<number | null> {
	const { count, sum } = await sumRenewals(db(), {});
	return sum === null ? null : count;
}

/** Why agreements are kept here and nothing is charged, by the key of its words; null: it is charged. */
function whyAsleep() {
	const settings = paymentContext()?.renewal ?? null;
	if (isRenewing(settings)) return null;
	return settings ? ("asleepWithoutModel" as const) : ("asleep" as const);
}

/** The renewal of an account. @returns null: nothing was ever agreed to */
export async function loadRenewal(staff: Staff, accountId: string) {
	const renewal = await readListedRenewal(db(), accountId);
	if (!renewal) return null;
	const view = renewalView(renewal, staff.role);
	const stopper = view.why === "staff" ? await whoStopped(db(), accountId) : null;
	return {
		renewal: view,
		stoppedBy: stopper && nameFor(staff.role, stopper),
		asleep: whyAsleep(),
		open: await countOpenCharges(db(), accountId),
		mayStop: view.status !== "off" && mayDo(staff.role, "stopRenewals"),
	};
}

export type LoadedRenewals = Awaited<ReturnType<typeof loadRenewals>>;
export type LoadedRenewal = NonNullable<Awaited<ReturnType<typeof loadRenewal>>>;
