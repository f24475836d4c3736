import { findAccount } from "../../../../accounts/find-accounts.server.ts";
import { actorOf, refuse, type Staff } from "../../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../../accounts/staff/rights.ts";
import { showEmail } from "../../../../accounts/staff/show-email.server.ts";
import { emailFor } from "../../../../accounts/staff/shown-email.server.ts";
import { db } from "../../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../../platform/http/context.server.ts";
import { setFlash } from "../../../../platform/http/flash-cookie.server.ts";
import { notFound } from "../../../../platform/http/http.server.ts";
import { seeOther } from "../../../../platform/http/see-other.server.ts";
import { proofNeeded, prove, returned, sendCode } from "../../confirm/prove.server.ts";

/** Somebody whose e-mail this role sees masked. @returns null: there is no such account, or nothing to show */
async function findMasked({ role }: Staff, accountId: string) {
	if (mayDo(role, "emails")) return null;
	const account = await findAccount(db(), accountId);
	return account?.id === accountId && account.email !== null ? { ...account, email: account.email } : null;
}

/** `do=show-email`: the page that asks for the proof. */
export async function loadShowEmail(staff: Staff, accountId: string, asked: RouteArgs) {
	const account = await findMasked(staff, accountId);
	if (!account) return null;
	const { id, name, email } = account;
	return {
		person: { id, name, email: emailFor(staff.role, email) },
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedShowEmail = NonNullable<Awaited<ReturnType<typeof loadShowEmail>>>;

/** Shows the e-mail on the card, for a quarter of an hour. */
export async function performShowEmail(staff: Staff, accountId: string, form: FormData, asked: RouteArgs) {
	const account = await findMasked(staff, accountId);
	if (!account) return notFound(new URL(asked.request.url).pathname);
	if (form.get("intent") === "send-code") return sendCode(staff, {});
	const unproved = await prove(staff, form, asked, {});
	if (unproved) return unproved;
	const shown = await showEmail(db(), accountId, actorOf(staff, asked));
	switch (shown.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "staff":
		case "last-owner":
			return returned({ problem: shown.outcome }, 422);
		case "done":
		case "unchanged":
			return seeOther(`/admin/people?account=${accountId}`, await setFlash("/admin/people", "show-email"));
	}
}
