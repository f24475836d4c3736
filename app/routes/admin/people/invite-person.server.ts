import type { RouterContextProvider } from "react-router";
import { parseEmail } from "../../../accounts/email.server.ts";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { invite } from "../../../accounts/registration/invite.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { prove, returned, sendCode, textOf, tooMany } from "../confirm/prove.server.ts";

/** `?do=invite`: an e-mail with a link to set a password. */
export async function sendInvitation(
	staff: Staff,
	form: FormData,
	asked: { request: Request; context: Readonly<RouterContextProvider> },
) {
	const typed = textOf(form, "email");
	const values = { email: typed };
	const email = parseEmail(typed);
	if (!email) return returned({ values, errors: { email: "email-wrong" } });
	if (form.get("intent") === "send-code") return sendCode(staff, asked, values);
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const invited = await invite(db(), accountSettings(), email, actorOf(staff, asked));
	switch (invited.outcome) {
		case "forbidden":
			return refuse(staff.role, asked.context);
		case "too-many-attempts":
			return tooMany(values, invited.retryAfterSeconds);
		case "already-exists":
		case "refused-by-post":
			return returned({ values, errors: { email: invited.outcome } }, 422);
		case "invited": {
			const cause = invited.delivery === "sent" ? "invited" : "invited-late";
			const more = invited.trialLink ? { trialLink: invited.trialLink } : {};
			return seeOther("/admin/people", await setFlash("/admin/people", cause, more));
		}
	}
}
