import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { throttleAll, type throttles } from "../../../accounts/throttle.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { prove, sendCode, tooMany } from "../confirm/prove.server.ts";

/** Proves the actor and counts the check of a server: both use its key. @returns the form again; null: go on */
export async function mayCheck(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	values: AdminFormState["values"],
	counts: ReturnType<(typeof throttles)["modelCheck" | "toolCheck"]>,
) {
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const attempt = await throttleAll(db(), counts, Date.now());
	return attempt.allowed ? null : tooMany(values, attempt.retryAfterSeconds);
}
