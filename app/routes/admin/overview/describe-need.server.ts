import type { Need } from "../../../doctor/needs.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { numberOf, shareOf } from "./numbers.server.ts";

/** The data that the sentences of all kinds take. */
const NO_VALUES = { name: "", since: "", entry: 0, overdue: "", givenUp: "", number: "", age: "", used: "" };

/** A need with the values of its sentence as that says them. */
export function describeNeed(need: Need) {
	return {
		kind: need.kind,
		subject: "subject" in need ? need.subject : null,
		/** The details that are known of it, in place of a ready sentence. */
		problem: "problem" in need ? need.problem : null,
		values: { ...NO_VALUES, ...valuesOf(need) },
	};
}

function valuesOf(need: Need): Partial<typeof NO_VALUES> {
	switch (need.kind) {
		case "down":
			return { name: need.name, since: minuteOf(need.since) };
		case "certificate":
			return { name: need.name };
		case "journal":
			return { entry: need.entry };
		case "disk":
			return { used: shareOf(need.used, 1) };
		case "jobs":
			return { overdue: numberOf(need.overdue), givenUp: numberOf(need.givenUp) };
		case "refunds":
		case "unsettled":
		case "payments":
		case "receipts":
		case "renewals":
		case "details":
			return { number: numberOf(need.number) };
		case "lateBackup":
			return { age: need.age };
		default:
			return {};
	}
}

export type DescribedNeed = ReturnType<typeof describeNeed>;
