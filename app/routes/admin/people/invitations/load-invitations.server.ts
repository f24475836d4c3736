import type { Staff } from "../../../../accounts/http/staff-guards.server.ts";
import { findInvitation, listInvitations } from "../../../../accounts/registration/invitations.server.ts";
import { emailFor } from "../../../../accounts/staff/shown-email.server.ts";
import texts from "../../../../i18n/ru/admin.ts";
import { nearDayOf, pastDayOf } from "../../../../platform/dates/dates.server.ts";
import { db } from "../../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../../platform/http/context.server.ts";
import { proofNeeded } from "../../confirm/prove.server.ts";
import { queryField } from "../../query-field.server.ts";
import { giftsFor, LINK_DAYS } from "./send-invitations.server.ts";

const LONGEST_CURSOR = 100;

/** The form, and a page of the invitations that wait for an answer. */
export async function loadInvitations(
	staff: Staff,
	query: URLSearchParams,
	asked: RouteArgs,
	now = Date.now(),
) {
	const after = queryField(query, "after", LONGEST_CURSOR);
	const { invitations, next } = await listInvitations(db(), { after }, now);
	const words = { today: texts.people.today, yesterday: texts.people.yesterday };
	return {
		needed: await proofNeeded(staff, asked),
		gifts: giftsFor(staff).map(({ key, title, days }) => ({ key, title, days: days ?? 0 })),
		linkDays: LINK_DAYS,
		isFirst: after === "",
		next,
		invitations: invitations.map(({ id, email, gift, sentAt, expiresAt, emailState }) => ({
			...{ id, gift, emailState },
			email: emailFor(staff.role, email),
			sentAt: pastDayOf(sentAt, now, words),
			expiresAt: nearDayOf(expiresAt),
		})),
	};
}

/** The page of an act on an invitation. @returns null: it waits no more */
export async function loadInvitationAct(staff: Staff, id: string, asked: RouteArgs) {
	const found = await findInvitation(db(), id);
	if (!found) return null;
	return {
		id,
		email: emailFor(staff.role, found.email),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedInvitations = Awaited<ReturnType<typeof loadInvitations>>;
export type LoadedInvitationAct = NonNullable<Awaited<ReturnType<typeof loadInvitationAct>>>;
