import { href, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { sessionCookie, stepCookie } from "../../accounts/http/cookies.server.ts";
import { finishSignIn } from "../../accounts/second-factor/finish-sign-in.server.ts";
import { KEY_UNREADABLE } from "../../accounts/second-factor/second-proof.server.ts";
import { findSignInStep } from "../../accounts/second-factor/sign-in-steps.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { invalidForm, refused, tryLater, unreadableKey } from "../../layouts/auth/form/form-state.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { safeReturnPath } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { log } from "../../platform/log.server.ts";

const stepForm = v.object({ code: v.string(), recoveryCode: v.string(), redirectTo: v.string() });

/** Error codes beside the field. */
const WRONG = { code: "app-code-wrong", recoveryCode: "recovery-code-wrong" };

export const isSecondStep = (form: FormData) => form.has("code") || form.has("recoveryCode");

/** The second step of signing in: the code of the app, or a recovery code. */
export async function finishWithCode(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const { code = "", recoveryCode = "", redirectTo = "" } = parseForm(stepForm, form).values;
	const stepToken = stepCookie.read(request);
	const step = await findSignInStep(db(), stepToken);
	const values = { redirectTo };
	if (!step) return refused({ values }, "step-expired");
	const returned = { values, step: { email: step.email } };
	const field = recoveryCode.trim() ? "recoveryCode" : "code";
	if (field === "code" && !/^\d{6}$/.test(code.replace(/[\s-]/g, ""))) {
		return invalidForm({ ...returned, errors: { code: "app-code-empty" } });
	}
	const finished = await finishSignIn(
		db(),
		accountSettings(),
		{
			stepToken,
			proof: field === "code" ? { code } : { recoveryCode },
			replaces: sessionCookie.read(request),
		},
		clientOf(request, context),
	);
	switch (finished.outcome) {
		case "signed-in":
			return seeOther(
				safeReturnPath(redirectTo, href("/chat")),
				sessionCookie.set(finished.sessionToken),
				stepCookie.clear(),
			);
		case "wrong":
			return invalidForm({ ...returned, errors: { [field]: WRONG[field] } }, "wrong-code");
		case "dead-step":
			return refused({ values }, "step-expired");
		case "too-many-attempts":
			return tryLater(returned, finished.retryAfterSeconds);
		case "key-unreadable":
			log.error(KEY_UNREADABLE, { accountId: step.accountId });
			return unreadableKey(returned);
	}
}
