import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import {
	type PromoCodeProblems,
	readNewPromoCode,
} from "../../../billing/promo-codes/new-promo-code.server.ts";
import {
	findPromoCode,
	makePromoCode,
	switchOffPromoCode,
} from "../../../billing/staff/promo-codes-as-staff.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

const PATH = "/admin/codes";

/** At the code, with what was done. */
const done = (code: string, cause: string) => seeDone(`${PATH}?code=${encodeURIComponent(code)}`, cause);

/** Makes a code of what the form says. */
export async function makeCode(staff: Staff, form: FormData, asked: RouteArgs) {
	const planKeys = form.getAll("plans").filter((key) => typeof key === "string");
	const values = {
		promoCode: textOf(form, "promoCode"),
		kind: textOf(form, "kind"),
		value: textOf(form, "value"),
		scope: textOf(form, "scope"),
		plans: planKeys.join(" "),
		from: textOf(form, "from"),
		to: textOf(form, "to"),
		uses: textOf(form, "uses"),
	};
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	// Without a code the form has one that its page has invented: a second press is the same code.
	const code = values.promoCode.trim() || textOf(form, "invented");
	const fields = { ...values, code, firstOnly: values.scope === "first", planKeys };
	const onSale = plansOnOffer().filter(({ days }) => days !== null);
	const read = readNewPromoCode(fields, onSale, config.timeZone, Date.now());
	if ("problems" in read) return returned({ values, errors: errorsOf(read.problems) });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const { outcome } = await makePromoCode(db(), read, actorOf(staff, asked));
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "exists") return returned({ values, errors: { promoCode: "code-exists" } }, 422);
	return done(read.code, outcome === "done" ? "promo-code-made" : "unchanged");
}

/** The name of the field of a proof is not that of the code. */
const errorsOf = ({ code, ...others }: PromoCodeProblems): AdminFormState["errors"] => ({
	...others,
	...(code && { promoCode: code }),
});

/** Switches a code off, as its page has confirmed. */
export async function switchCodeOff(staff: Staff, code: string, form: FormData, asked: RouteArgs) {
	if (!(await findPromoCode(db(), code.replaceAll("\0", ""))))
		return notFound(new URL(asked.request.url).pathname);
	const values = { reason: textOf(form, "reason") };
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	if (reason === null) return returned({ values, errors: { reason: "reason-empty" } });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const { outcome } = await switchOffPromoCode(db(), { code, reason }, actorOf(staff, asked));
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	return done(code, outcome === "done" ? "promo-code-off" : "unchanged");
}
