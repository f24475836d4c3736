import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { stopRenewalAsStaff } from "../../../billing/staff/stop-renewal-as-staff.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

const PATH = "/admin/renewals";

/** Turns a renewal off, as its page has confirmed, and returns to it. */
export async function stopRenewal(staff: Staff, accountId: string, form: FormData, asked: RouteArgs) {
	const values = { reason: textOf(form, "reason") };
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	if (reason === null) return returned({ values, errors: { reason: "reason-empty" } });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const actor = actorOf(staff, asked);
	const { outcome } = await stopRenewalAsStaff(db(), paymentContext(), { accountId, reason }, actor);
	switch (outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "staff":
		case "last-owner":
			return returned({ values, problem: outcome }, 422);
		case "done":
		case "unchanged": {
			const cause = outcome === "done" ? "renewal-off" : outcome;
			return seeDone(`${PATH}?account=${accountId}`, cause);
		}
	}
}
