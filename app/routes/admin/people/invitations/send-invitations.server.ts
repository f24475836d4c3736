import type { EmailAddress } from "../../../../accounts/email.server.ts";
import { actorOf, refuse, type Staff } from "../../../../accounts/http/staff-guards.server.ts";
import type { InvitationGift } from "../../../../accounts/registration/invitation-gift.server.ts";
import { type Invited, inviteAll, MOST_INVITED } from "../../../../accounts/registration/invite.server.ts";
import { accountSettings } from "../../../../accounts/services.server.ts";
import { mayDo } from "../../../../accounts/staff/rights.ts";
import { plansOnOffer } from "../../../../billing/plans/plans.server.ts";
import { getI18n } from "../../../../i18n/middleware.server.ts";
import { db } from "../../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../../platform/http/context.server.ts";
import { setFlash } from "../../../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../../../platform/http/see-other.server.ts";
import type { AdminFormState, Problem } from "../../confirm/form-state.ts";
import { prove, returned, sendCode, textOf, tooMany } from "../../confirm/prove.server.ts";
import { readEmails } from "./read-emails.server.ts";

const DAY = 24 * 3_600_000;
/** For so many days a link may be valid; the first is what the form has chosen. */
export const LINK_DAYS = [7, 1, 30] as const;
/** So many addresses with their problems are named. */
const MOST_NAMED = MOST_INVITED;

/** The plans that an invitation may bring; none where the role may not give any. */
export const giftsFor = ({ role }: Staff) =>
	mayDo(role, "grants") ? plansOnOffer().filter(({ days }) => days !== null) : [];

/** `?do=invite`: an e-mail to each address, with a link to set a password. */
export async function sendInvitations(staff: Staff, form: FormData, asked: RouteArgs) {
	const values = {
		emails: textOf(form, "emails"),
		gift: textOf(form, "gift"),
		linkDays: textOf(form, "linkDays"),
	};
	const { emails, wrong, tooMany: isTooLong } = readEmails(values.emails);
	const days = LINK_DAYS.find((one) => String(one) === values.linkDays);
	const plan = giftsFor(staff).find(({ key }) => key === values.gift);
	const errors: AdminFormState["errors"] = {
		...(emails.length + wrong.length === 0 && { emails: "emails-empty" as const }),
		...((isTooLong || emails.length + wrong.length > MOST_INVITED) && { emails: "emails-many" as const }),
		...(values.gift !== "" && !plan && { gift: "plan-needed" as const }),
		...(!days && values.linkDays !== "" && { linkDays: "link-days-wrong" as const }),
	};
	// Nobody is invited by a list that has to be sent again.
	if (Object.keys(errors).length > 0 || wrong.length > 0)
		return returned({ values, errors, addresses: wrong.slice(0, MOST_NAMED).map(wrongOne) });
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const t = getI18n(asked.context).getFixedT(null, "admin");
	const gift: InvitationGift | null = plan
		? {
				words: t("invite.giftDays", {
					plan: plan.title,
					days: t("pay.days", { count: plan.days ?? 0 }),
				}),
				plan,
			}
		: null;
	const terms = { emails, gift, lifetimeMs: (days ?? LINK_DAYS[0]) * DAY };
	const invited = await inviteAll(db(), accountSettings(), terms, actorOf(staff, asked));
	return responseOf(staff, asked, values, invited);
}

const wrongOne = (email: string) => ({ email, problem: "email-wrong" as const });

type NotInvited = Exclude<Invited, { outcome: "invited" }>;

/** The words for an address that was not invited. */
const PROBLEMS: Record<NotInvited["outcome"], Problem> = {
	"already-exists": "already-exists",
	"already-invited": "already-invited",
	"refused-by-post": "refused-by-post",
	"too-many-attempts": "invited-often",
	forbidden: "invited-often",
};

/** Back to the page; or the form with what was not sent, and why. */
async function responseOf(
	staff: Staff,
	asked: RouteArgs,
	values: NonNullable<AdminFormState["values"]>,
	invited: ReadonlyMap<EmailAddress, Invited>,
) {
	const all = [...invited];
	const failed = all.flatMap(([email, one]) => (one.outcome === "invited" ? [] : [{ email, one }]));
	const [first] = all;
	if (failed.length === 0 && first) {
		const [, one] = first;
		const only = all.length === 1 && one.outcome === "invited" ? one : null;
		const cause = !only ? "invited-many" : only.delivery === "sent" ? "invited" : "invited-late";
		const more = only?.trialLink ? { trialLink: only.trialLink } : {};
		return seeOther("/admin/people?do=invite", await setFlash("/admin/people", cause, more));
	}
	if (failed.some(({ one }) => one.outcome === "forbidden")) return refuse(staff.role, asked.context);
	const waits = failed.flatMap(({ one }) =>
		one.outcome === "too-many-attempts" ? one.retryAfterSeconds : [],
	);
	const left = { ...values, emails: failed.map(({ email }) => email).join("\n") };
	if (failed.length === all.length && waits.length === all.length) return tooMany(left, Math.min(...waits));
	return returned(
		{
			values: left,
			sent: all.length - failed.length,
			addresses: failed.map(({ email, one }) => ({ email, problem: PROBLEMS[one.outcome] })),
		},
		422,
	);
}
