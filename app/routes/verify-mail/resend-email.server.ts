import { href, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { parseEmail } from "../../accounts/email.server.ts";
import { clientOf } from "../../accounts/http/client.server.ts";
import { bindingCookie } from "../../accounts/http/cookies.server.ts";
import { findPendingByBinding } from "../../accounts/registration/find-pending.server.ts";
import { resendConfirmation } from "../../accounts/registration/resend-confirmation.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { emailField } from "../../layouts/auth/form/fields.server.ts";
import { invalidForm, tryLater } from "../../layouts/auth/form/form-state.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { stepOf } from "./step.server.ts";

const emailForm = v.object({ email: emailField });

/**
 * Sends the confirmation e-mail again: to the given e-mail, or, without one, to the one this browser registered. For
 * a typed e-mail the result is the same whether it was registered or not.
 */
export async function resendEmail(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const bindingToken = bindingCookie.read(request);
	const own = await findPendingByBinding(db(), bindingToken);
	if (own && !form.has("email")) form.set("email", own.email);
	const typed = parseForm(emailForm, form);
	if (!typed.ok) return invalidForm({ ...typed, step: { kind: "email" as const } });

	const { email } = typed.value;
	const isOwn = own !== null && parseEmail(own.email) === email;
	const sent = await resendConfirmation(db(), accountSettings(), email, clientOf(request, context));
	switch (sent.outcome) {
		case "accepted": {
			const { trialLink, trialCode } = sent;
			const screen = href("/registration/success");
			const cause = isOwn ? "sent" : "asked";
			return seeOther(screen, await setFlash(screen, cause, { email, trialLink, trialCode }));
		}
		case "too-many-attempts": {
			const step = isOwn ? await stepOf(bindingToken) : { kind: "email" as const };
			return tryLater({ values: typed.values, step }, sent.retryAfterSeconds, "email-wait");
		}
	}
}
