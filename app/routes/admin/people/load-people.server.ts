import { COUNTED, listPeople } from "../../../accounts/staff/list-people.server.ts";
import { plansInForce } from "../../../billing/plans/plan-in-force.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { dayOf, nearDayOf, shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";

const LONGEST = 254;
const numbers = new Intl.NumberFormat("ru");

/** A page of the list: `q` searches, `after` goes on from an account. */
export async function loadPeople(query: URLSearchParams) {
	const part = partOf(query);
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

const partOf = (query: URLSearchParams) => (query.get("q") ?? "").slice(0, LONGEST).replaceAll("\0", "");

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;

/** The people of the filter as a file, without names and e-mails: an account is named by its id. */
export const sendPeople = listFile({
	right: "people",
	act: "people-exported",
	name: "people",
	columns: [
		texts.person.id,
		texts.people.plan,
		texts.people.planUntil,
		texts.people.state,
		texts.people.role,
		texts.people.registered,
		texts.people.seen,
	],
	others: ["account", "do"],
	async read(query, after) {
		const asked = { part: partOf(query), after, rows: ROWS_AT_ONCE, counts: false };
		const { people, next } = await listPeople(db(), asked);
		const plans = await plansInForce(
			db(),
			people.map(({ id }) => id),
		);
		const lines = people.map(({ id, state, role, createdAt, seenAt }) => {
			const plan = plans.get(id);
			return [
				id,
				plan?.plan.title ?? null,
				plan?.paidUntil ? shortMinuteOf(plan.paidUntil) : null,
				texts.states[state],
				role && texts.roles[role],
				shortMinuteOf(createdAt),
				seenAt === null ? null : shortMinuteOf(seenAt),
			];
		});
		return { lines, next };
	},
});

export type LoadedPeople = Awaited<ReturnType<typeof loadPeople>>;
