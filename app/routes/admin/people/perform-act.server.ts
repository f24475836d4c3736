import { blockAccount, endSessionsOf, unblockAccount } from "../../../accounts/block-account.server.ts";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { dropSecondFactor } from "../../../accounts/second-factor/turn-off-second-factor.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import type { Acted } from "../../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../../accounts/staff/journal.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { reasonOf } from "../confirm/reason.server.ts";

type Whom = { accountId: string; reason: string };

/** The acts that have a page, by the word of the address. */
const ACTS = {
	block: (whom: Whom, actor: Actor) => blockAccount(db(), accountSettings(), whom, actor),
	unblock: (whom: Whom, actor: Actor) => unblockAccount(db(), accountSettings(), whom, actor),
	"end-sessions": (whom: Whom, actor: Actor) => endSessionsOf(db(), whom, actor),
	"drop-second-step": (whom: Whom, actor: Actor) => dropSecondFactor(db(), accountSettings(), whom, actor),
} satisfies Record<string, (whom: Whom, actor: Actor) => Promise<Acted<unknown>>>;

export type ActName = keyof typeof ACTS;

export const actOf = (name: string): ActName | null => (Object.hasOwn(ACTS, name) ? (name as ActName) : null);

/**
 * The account that an act is for. Of their own a member of staff ends the sessions here; whatever else is on /account,
 * which asks for the password and the code.
 * @returns null: there is no such account, or the act is not for it
 */
export async function findForAct(staff: Staff, accountId: string, act: ActName) {
	const account = await findAccount(db(), accountId);
	const isFor = account?.id === accountId && (accountId !== staff.id || act === "end-sessions");
	return isFor ? account : null;
}

/** Does what the page of an act has confirmed, and returns to the person's card. */
export async function performAct(
	staff: Staff,
	accountId: string,
	name: ActName,
	form: FormData,
	asked: RouteArgs,
) {
	if (!(await findForAct(staff, accountId, name))) return notFound(new URL(asked.request.url).pathname);
	const values = { reason: textOf(form, "reason") };
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const reason = reasonOf(form);
	if (reason === null) return returned({ values, errors: { reason: "reason-empty" } });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const acted = await ACTS[name]({ accountId, reason }, actorOf(staff, asked));
	switch (acted.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "staff":
		case "last-owner":
			return returned({ values, problem: acted.outcome }, 422);
		case "done":
		case "unchanged": {
			const cause = acted.outcome === "done" ? name : "unchanged";
			return seeDone(`/admin/people?account=${accountId}`, cause);
		}
	}
}
