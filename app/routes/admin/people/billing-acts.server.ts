import type { RouterContextProvider } from "react-router";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import type { Acted } from "../../../accounts/staff/act-on-person.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { emailFor } from "../../../accounts/staff/shown-email.server.ts";
import { plans } from "../../../billing/plans/plans.server.ts";
import { readAllowance } from "../../../billing/quota/allowance.server.ts";
import {
	correctAsStaff,
	MOST_CORRECTED,
	SUPPORT_CORRECTS,
} from "../../../billing/staff/correct-as-staff.server.ts";
import { grantAsStaff } from "../../../billing/staff/grant-as-staff.server.ts";
import { dayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { proofNeeded, prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider> };

/** The acts of staff on a person's plan and allowance, by the word of the address, with the right that each needs. */
const BILLING_ACTS = { "grant-plan": "grants", "correct-allowance": "allowances" } as const;
export type BillingActName = keyof typeof BILLING_ACTS;

/** The billing acts that the role has a right to. */
export const billingActsOf = (staff: Staff): BillingActName[] =>
	(Object.keys(BILLING_ACTS) as BillingActName[]).filter((name) => billingActOf(name, staff));

/** The billing act of this word, where the role has a right to it. */
export const billingActOf = (name: string, { role }: Staff): BillingActName | null =>
	Object.hasOwn(BILLING_ACTS, name) && mayDo(role, BILLING_ACTS[name as BillingActName])
		? (name as BillingActName)
		: null;

const paidPlans = () => plans().filter(({ days }) => days !== null);

/** Loads the page of a billing act. @returns null: there is no such account, or it is deleted */
export async function loadBillingAct(staff: Staff, accountId: string, act: BillingActName, asked: Asked) {
	const account = await findAccount(db(), accountId);
	if (account?.id !== accountId || account.state === "deleted") return null;
	const { id, email, name } = account;
	const { inForce, left, until } = await readAllowance(db(), accountId);
	return {
		act,
		requestId: crypto.randomUUID(),
		person: { id, name, email: email && emailFor(staff.role, email) },
		plan: inForce.plan.title,
		paidUntil: inForce.paidUntil ? dayOf(inForce.paidUntil) : null,
		left,
		until: minuteOf(until),
		plans: paidPlans().map(({ key, title, days }) => ({ key, title, days: days ?? 0 })),
		most: mayDo(staff.role, "anyAllowance") ? null : SUPPORT_CORRECTS,
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedBillingAct = NonNullable<Awaited<ReturnType<typeof loadBillingAct>>>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Performs the billing act that its page has confirmed, and returns to the person's card. */
export async function performBillingAct(
	staff: Staff,
	accountId: string,
	act: BillingActName,
	form: FormData,
	asked: Asked,
) {
	const account = await findAccount(db(), accountId);
	if (account?.id !== accountId) return notFound(new URL(asked.request.url).pathname);
	const fields = ["reason", "plan", "messages", "sign", "requestId", "tell"] as const;
	const values = Object.fromEntries(fields.map((name) => [name, textOf(form, name)]));
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	const plan = paidPlans().find(({ key }) => key === values.plan);
	const messages = /^\d{1,6}$/.test(values.messages?.trim() ?? "") ? Number(values.messages) : 0;
	const isGrant = act === "grant-plan";
	const errors = {
		...(reason === null && { reason: "reason-empty" as const }),
		...(isGrant && !plan && { plan: "plan-needed" as const }),
		...(!isGrant && (messages < 1 || messages > MOST_CORRECTED) && { messages: "messages-wrong" as const }),
	};
	if (Object.keys(errors).length > 0) return returned({ values, errors });
	if (!UUID.test(values.requestId ?? ""))
		return returned({ values: { ...values, requestId: "" }, problem: "check" });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const tell = values.tell ? accountSettings() : undefined;
	const request = { accountId, reason: reason ?? "", tell };
	const actor = actorOf(staff, asked);
	const acted: Acted<unknown> | { outcome: "too-much" } =
		isGrant && plan
			? await grantAsStaff(db(), { ...request, grantId: values.requestId ?? "", plan }, actor)
			: await correctAsStaff(
					db(),
					{
						...request,
						messages: values.sign === "subtract" ? -messages : messages,
						reference: values.requestId ?? "",
					},
					actor,
				);
	switch (acted.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "too-much":
			return returned({ values, errors: { messages: "messages-most" } }, 422);
		case "staff":
		case "last-owner":
			return returned({ values, problem: acted.outcome }, 422);
		case "done":
		case "unchanged": {
			const cause = acted.outcome === "done" ? act : "unchanged";
			return seeOther(`/admin/people?account=${accountId}`, await setFlash("/admin/people", cause));
		}
	}
}
