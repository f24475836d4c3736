import { parseEmail } from "../../../accounts/email.server.ts";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { ROLES } from "../../../accounts/staff/rights.ts";
import { setRole } from "../../../accounts/staff/roles.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

/** Gives, changes or takes a role. The actor proves themselves each time, and the reason goes to the journal. */
export async function changeRole(staff: Staff, form: FormData, asked: RouteArgs) {
	const accountId = new URL(asked.request.url).searchParams.get("account");
	const values = {
		email: textOf(form, "email"),
		role: textOf(form, "role"),
		reason: textOf(form, "reason"),
	};
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const errors: AdminFormState["errors"] = {};
	const role = values.role === "none" ? null : ROLES.find((one) => one === values.role);
	if (role === undefined) errors.role = "role-needed";
	const email = parseEmail(values.email);
	if (accountId === null && !email) errors.email = "email-wrong";
	const reason = reasonOf(form);
	if (reason === null) errors.reason = "reason-empty";
	if (role === undefined || reason === null || Object.keys(errors).length > 0)
		return returned({ values, errors });
	const unproved = await prove(staff, form, asked, values, true);
	if (unproved) return unproved;
	const account = await findAccount(db(), accountId ?? email ?? "");
	if (!account) return returned({ values, problem: "not-found" }, 422);
	const set = await setRole(
		db(),
		accountSettings(),
		{ accountId: account.id, role, reason },
		actorOf(staff, asked),
	);
	switch (set.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "not-found":
		case "own-role":
		case "last-owner":
			return returned({ values, problem: set.outcome }, 422);
		case "unchanged":
		case "set": {
			const cause = set.outcome === "unchanged" ? "unchanged" : role ? "role-set" : "role-taken";
			return seeDone("/admin/team", cause);
		}
	}
}
