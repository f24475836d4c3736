import type { RouterContextProvider } from "react-router";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import type { Acted } from "../../../accounts/staff/act-on-person.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
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

/** What is given to a person without payment, by the word of the address. */
const GIFTS = { "grant-plan": "grants", "correct-allowance": "allowances" } as const;
export type GiftName = keyof typeof GIFTS;

/** What the role may give. */
export const giftsOf = (staff: Staff): GiftName[] =>
	(Object.keys(GIFTS) as GiftName[]).filter((name) => giftOf(name, staff));

/** The gift of this word, where the role may give it. */
export const giftOf = (name: string, { role }: Staff): GiftName | null =>
	Object.hasOwn(GIFTS, name) && mayDo(role, GIFTS[name as GiftName]) ? (name as GiftName) : null;

const paidPlans = () => plans.filter(({ days }) => days !== null);

/** What the page of a gift shows. @returns null: there is no such account, or nobody to give it to */
export async function loadGift(staff: Staff, accountId: string, gift: GiftName, asked: Asked) {
	const account = await findAccount(db(), accountId);
	if (account?.id !== accountId || account.state === "deleted") return null;
	const { id, email, name } = account;
	const { inForce, left, until } = await readAllowance(db(), accountId);
	return {
		gift,
		requestId: crypto.randomUUID(),
		person: { id, email, name },
		plan: inForce.plan.title,
		paidUntil: inForce.paidUntil ? dayOf(inForce.paidUntil) : null,
		left,
		until: minuteOf(until),
		plans: paidPlans().map(({ key, title, days }) => ({ key, title, days: days ?? 0 })),
		most: mayDo(staff.role, "anyAllowance") ? null : SUPPORT_CORRECTS,
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedGift = NonNullable<Awaited<ReturnType<typeof loadGift>>>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Gives what the page of a gift has confirmed, and returns to the person's card. */
export async function give(staff: Staff, accountId: string, gift: GiftName, form: FormData, asked: Asked) {
	const account = await findAccount(db(), accountId);
	if (account?.id !== accountId) return notFound(new URL(asked.request.url).pathname);
	const fields = ["reason", "plan", "messages", "sign", "requestId"] as const;
	const values = Object.fromEntries(fields.map((name) => [name, textOf(form, name)]));
	if (form.get("intent") === "send-code") return sendCode(staff, asked, values);
	const reason = reasonOf(form);
	const plan = paidPlans().find(({ key }) => key === values.plan);
	const messages = /^\d{1,6}$/.test(values.messages?.trim() ?? "") ? Number(values.messages) : 0;
	const isGrant = gift === "grant-plan";
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
	const request = { accountId, reason: reason ?? "" };
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
			const cause = acted.outcome === "done" ? gift : "unchanged";
			return seeOther(`/admin/people?account=${accountId}`, await setFlash("/admin/people", cause));
		}
	}
}
