import { OPERATOR, recordEvent } from "../../../accounts/audit/account-events.server.ts";
import { deleteAsStaff } from "../../../accounts/delete-account.server.ts";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { type Acted, actOnPerson } from "../../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { needsManualRefund } from "../../../billing/refunds/manual-refund.server.ts";
import { listRefundable } from "../../../billing/refunds/refundable.server.ts";
import { endsWithAccount } from "../../../billing/renewals/renewal.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { proofNeeded, prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";
import { personFile, personFileContext } from "./person-file.server.ts";

/** The acts on all that is kept of a person, by the word of the address. */
const DATA_ACTS = ["export-data", "delete"] as const;
export type DataActName = (typeof DATA_ACTS)[number];

/** The data acts that the role has a right to. */
export const dataActsOf = ({ role }: Staff): readonly DataActName[] =>
	mayDo(role, "personalData") ? DATA_ACTS : [];

/** The data act of this word, where the role has a right to it. */
export const dataActOf = (name: string, staff: Staff): DataActName | null =>
	dataActsOf(staff).find((act) => act === name) ?? null;

/** Loads the page of a data act. @returns null: there is no such account, it is deleted, or it is the actor's own */
export async function loadDataAct(staff: Staff, accountId: string, act: DataActName, asked: RouteArgs) {
	const account = await findOther(staff, accountId);
	if (!account) return null;
	const { id, email, name } = account;
	return {
		act,
		person: { id, email, name },
		losses: act === "delete" ? await lossesOf(id) : null,
		needed: await proofNeeded(staff, asked, true),
	};
}

export type LoadedDataAct = NonNullable<Awaited<ReturnType<typeof loadDataAct>>>;

/** Somebody else whose account is not deleted. */
async function findOther(staff: Staff, accountId: string) {
	const account = await findAccount(db(), accountId);
	const isOther = account?.id === accountId && accountId !== staff.id && account.state !== "deleted";
	return isOther ? account : null;
}

/** What the person would lose: the money of payments, and a renewal with its card. */
async function lossesOf(accountId: string) {
	const now = Date.now();
	const found = await listRefundable(db(), paymentContext(), accountId, now);
	return {
		refunds: found.map(({ purchase, refundable }) => ({
			payment: purchase.id,
			amount: rublesAndKopecks(refundable.amount),
			title: purchase.plan.title,
			/** To the minute: two of one day would be named alike. */
			date: minuteOf(purchase.createdAt),
		})),
		/** Whether something is left that only a transfer by hand refunds. */
		manual: await needsManualRefund(db(), paymentContext(), accountId, now),
		ends: await endsWithAccount(db(), accountId),
	};
}

/** Performs the data act that its page has confirmed: the file, or the way back to the list. */
export async function performDataAct(
	staff: Staff,
	accountId: string,
	act: DataActName,
	form: FormData,
	asked: RouteArgs,
) {
	const account = await findOther(staff, accountId);
	if (!account) return notFound(new URL(asked.request.url).pathname);
	const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	const errors = {
		...(reason === null && { reason: "reason-empty" as const }),
		...(act === "delete" && (await deletionErrors(account, values))),
	};
	if (Object.keys(errors).length > 0) return returned({ values, errors });
	const unproved = await prove(staff, form, asked, values, true);
	if (unproved) return unproved;
	const acted = await DO[act]({ accountId, reason: reason ?? "" }, actorOf(staff, asked));
	switch (acted.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "staff":
		case "last-owner":
			return returned({ values, problem: acted.outcome }, 422);
		case "unchanged":
			return notFound(new URL(asked.request.url).pathname);
		case "done":
			if (act === "delete") return seeDone("/admin/people", act);
			asked.context.set(personFileContext, personFile(accountId));
			return null;
	}
}

const FIELDS = ["reason", "email", "noRefund"] as const;

async function deletionErrors(account: { id: string; email: string | null }, typed: Record<string, string>) {
	const isTheirs = typed.email?.trim().toLowerCase() === account.email?.toLowerCase();
	const isDecided = typed.noRefund === "on" || !(await hasMoney(account.id));
	return {
		...(!isTheirs && { email: "email-other" as const }),
		...(!isDecided && { noRefund: "refund-first" as const }),
	};
}

async function hasMoney(accountId: string): Promise<boolean> {
	const { refunds, manual } = await lossesOf(accountId);
	return refunds.length > 0 || manual;
}

const DO: Record<
	DataActName,
	(whom: { accountId: string; reason: string }, actor: Actor) => Promise<Acted<unknown>>
> = {
	delete: (whom, actor) => deleteAsStaff(db(), accountSettings(), whom, actor),
	"export-data": (whom, actor) => {
		const now = Date.now();
		const record = async (trx: ReturnType<typeof db>) => {
			await recordEvent(trx, whom.accountId, "data-exported", OPERATOR, now);
			return true;
		};
		const act = { ...whom, act: "data-exported", right: "personalData" } as const;
		return actOnPerson(db(), actor, act, record, now);
	},
};
