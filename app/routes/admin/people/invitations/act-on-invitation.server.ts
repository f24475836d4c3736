import { actorOf, refuse, type Staff } from "../../../../accounts/http/staff-guards.server.ts";
import {
	findInvitation,
	resendInvitation,
	revokeInvitation,
} from "../../../../accounts/registration/invitations.server.ts";
import { accountSettings } from "../../../../accounts/services.server.ts";
import { db } from "../../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../../platform/http/context.server.ts";
import { setFlash } from "../../../../platform/http/flash-cookie.server.ts";
import { notFound } from "../../../../platform/http/http.server.ts";
import { seeOther } from "../../../../platform/http/see-other.server.ts";
import { prove, sendCode, tooMany } from "../../confirm/prove.server.ts";

/** The acts on an invitation, by the word of the address. */
const ACTS = ["resend", "revoke"] as const;
export type InvitationAct = (typeof ACTS)[number];

export const invitationActOf = (name: string | null): InvitationAct | null =>
	ACTS.find((act) => act === name) ?? null;

/** Does what the page of an act has confirmed, and returns to the list. */
export async function actOnInvitation(
	staff: Staff,
	id: string,
	act: InvitationAct,
	form: FormData,
	asked: RouteArgs,
) {
	if (!(await findInvitation(db(), id))) return notFound(new URL(asked.request.url).pathname);
	if (form.get("intent") === "send-code") return sendCode(staff, {});
	const unproved = await prove(staff, form, asked, {});
	if (unproved) return unproved;
	const actor = actorOf(staff, asked);
	const acted =
		act === "resend"
			? await resendInvitation(db(), accountSettings(), id, actor)
			: await revokeInvitation(db(), id, actor);
	switch (acted.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "too-many-attempts":
			return tooMany({}, acted.retryAfterSeconds);
		case "done":
		case "unchanged": {
			const cause = acted.outcome === "done" ? act : "unchanged";
			return seeOther("/admin/people?do=invite", await setFlash("/admin/people", cause));
		}
	}
}
