import { COUNTED, listPeople } from "../../../accounts/staff/list-people.server.ts";
import { plansInForce } from "../../../billing/plans/plan-in-force.server.ts";
import { dayOf, nearDayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

const LONGEST = 254;
const numbers = new Intl.NumberFormat("ru");

/** A page of the list: `q` searches, `after` goes on from an account. */
export async function loadPeople(query: URLSearchParams) {
	const part = (query.get("q") ?? "").slice(0, LONGEST).replaceAll("\0", "");
	const after = (query.get("after") ?? "").slice(0, LONGEST).replaceAll("\0", "");
	const { people, total, next } = await listPeople(db(), { part, after });
	const ids = people.map(({ id }) => id);
	const plans = await plansInForce(db(), ids);
	return {
		part,
		isFirst: after === "",
		total: numbers.format(Math.min(total, COUNTED)),
		more: total > COUNTED,
		next,
		people: people.map(({ id, email, name, state, role, createdAt, seenAt }) => {
			const plan = plans.get(id);
			return {
				...{ id, email, name, state, role },
				plan: plan?.plan.title ?? "",
				planUntil: plan?.paidUntil ? nearDayOf(plan.paidUntil) : null,
				createdAt: dayOf(createdAt),
				seenAt: seenAt === null ? null : dayOf(seenAt),
			};
		}),
	};
}

export type LoadedPeople = Awaited<ReturnType<typeof loadPeople>>;
