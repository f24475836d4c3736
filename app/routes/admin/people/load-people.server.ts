import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { emailFor } from "../../../accounts/staff/shown-email.server.ts";
import { plans } from "../../../billing/plans/plans.server.ts";
import { readAllowances } from "../../../billing/quota/read-allowances.server.ts";
import { listPeople } from "../../../billing/staff/list-people.server.ts";
import { GIVEN, PEOPLE_STATES } from "../../../billing/staff/people-conditions.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { listedDayOf, pastDayOf, shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";
import { ORDERS, readFilter } from "./people-query.server.ts";

const LONGEST_CURSOR = 100;

/** A page of the list: the fields of the filter; `after` and `before` go on from a place in it. */
export async function loadPeople(staff: Staff, query: URLSearchParams, now = Date.now()) {
	const [after, before] = ["after", "before"].map((name) => queryField(query, name, LONGEST_CURSOR));
	const { filter, order, fields } = await readFilter(db(), query, staff.role);
	const { people, total, newer, older } = await listPeople(db(), { filter, order, after, before }, now);
	const allowances = await readAllowances(db(), people, now);
	const words = { today: texts.people.today, yesterday: texts.people.yesterday };
	return {
		fields,
		seesEmails: mayDo(staff.role, "emails"),
		mayExport: mayDo(staff.role, "personalData"),
		plans: [...plans().map(({ key, title }) => ({ key, title })), { key: GIVEN, title: texts.people.given }],
		states: PEOPLE_STATES,
		orders: ORDERS,
		isFiltered: fields.q !== "" || fields.plan !== "" || fields.state !== "",
		isFirst: newer === null,
		/** Beyond the end: a place that nobody is at. */
		isPast: after !== "" && people.length === 0,
		found: totalOf(total),
		newer,
		older,
		people: people.map(({ id, email, name, state, role, createdAt, seenAt }) => {
			const allowance = allowances.get(id);
			const paidUntil = allowance?.inForce.paidUntil ?? null;
			return {
				...{ id, name, role },
				email: emailFor(staff.role, email),
				state: state === "active" && allowance?.left === 0 ? ("exhausted" as const) : state,
				plan: allowance?.inForce.plan.title ?? "",
				planUntil: paidUntil === null ? null : listedDayOf(paidUntil, now),
				used: allowance?.used ?? 0,
				granted: allowance?.granted ?? 0,
				createdAt: pastDayOf(createdAt, now, words),
				seenAt: seenAt === null ? null : pastDayOf(seenAt, now, words),
			};
		}),
	};
}

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;

/** The people of the filter as a file, without names and e-mails: an account is named by its id. */
export const sendPeople = listFile({
	right: "personalData",
	act: "people-exported",
	name: "people",
	columns: [
		texts.person.id,
		texts.people.plan,
		texts.people.planUntil,
		texts.people.used,
		texts.people.granted,
		texts.people.state,
		texts.people.role,
		texts.people.registered,
		texts.people.seen,
	],
	others: ["account", "do"],
	async read(query, after, role) {
		const { filter } = await readFilter(db(), query, role);
		// A person who comes meanwhile moves in the order of visits, and would be in the file twice, or not at all.
		const asked = { filter, order: "registered", after, rows: ROWS_AT_ONCE, counts: false } as const;
		const { people, older } = await listPeople(db(), asked);
		const allowances = await readAllowances(db(), people);
		const lines = people.map(({ id, state, role, createdAt, seenAt }) => {
			const allowance = allowances.get(id);
			const paidUntil = allowance?.inForce.paidUntil ?? null;
			return [
				id,
				allowance?.inForce.plan.title ?? null,
				paidUntil === null ? null : shortMinuteOf(paidUntil),
				allowance?.used ?? null,
				allowance?.granted ?? null,
				texts.states[state === "active" && allowance?.left === 0 ? "exhausted" : state],
				role && texts.roles[role],
				shortMinuteOf(createdAt),
				seenAt === null ? null : shortMinuteOf(seenAt),
			];
		});
		return { lines, next: older };
	},
});

export type LoadedPeople = Awaited<ReturnType<typeof loadPeople>>;
