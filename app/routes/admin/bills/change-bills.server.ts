import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import {
	cancelBillAsStaff,
	payBillAsStaff,
	returnBillAsStaff,
} from "../../../billing/staff/bills-as-staff.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

const PATH = "/admin/bills";

export const BILL_ACTS = ["paid", "cancel", "return"] as const;
export type BillAct = (typeof BILL_ACTS)[number];

/** Does what the page of an act has confirmed. «Оплачен» and the return are money: they take a proof each time. */
export async function actOnBill(
	staff: Staff,
	act: BillAct,
	number: number,
	form: FormData,
	asked: RouteArgs,
) {
	const values = { reason: textOf(form, "reason") };
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	if (act !== "paid" && reason === null) return returned({ values, errors: { reason: "reason-empty" } });
	const unproved = await prove(staff, form, asked, values, isMoney(act));
	if (unproved) return unproved;
	const outcome = await perform(act, number, reason ?? "", staff, asked);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	const cause = outcome === "unchanged" ? outcome : DONE[act];
	return seeDone(`${PATH}?bill=${number}`, cause);
}

/** Whether an act gives plans away, or money back. */
export const isMoney = (act: BillAct): boolean => act !== "cancel";

const DONE = { paid: "bill-paid", cancel: "bill-canceled", return: "bill-returned" } as const;

async function perform(act: BillAct, number: number, reason: string, staff: Staff, asked: RouteArgs) {
	const actor = actorOf(staff, asked);
	const { secret, ...sender } = accountSettings();
	switch (act) {
		case "paid":
			return (await payBillAsStaff(db(), { secret, sender }, number, actor)).outcome;
		case "cancel":
			return (await cancelBillAsStaff(db(), { number, reason }, actor)).outcome;
		case "return":
			return (await returnBillAsStaff(db(), { number, reason }, actor)).outcome;
	}
}
