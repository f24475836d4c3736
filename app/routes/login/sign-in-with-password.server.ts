import { href, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { sessionCookie } from "../../accounts/http/cookies.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { signIn } from "../../accounts/sessions/sign-in.server.ts";
import { emailField, passwordField } from "../../layouts/auth/form/fields.server.ts";
import { busy, invalidForm, refused, tryLater } from "../../layouts/auth/form/form-state.server.ts";
import { toSecondStep } from "../../layouts/auth/to-second-step.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { safeReturnPath } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";

const loginForm = v.object({ email: emailField, password: passwordField, redirectTo: v.string() });

/** The first step of signing in, and without a second factor the only one. */
export async function signInWithPassword(
	sent: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const form = parseForm(loginForm, sent);
	if (!form.ok) return invalidForm(form);
	const { values } = form;
	const { email, password, redirectTo } = form.value;
	const signed = await signIn(
		db(),
		accountSettings(),
		{ email, password, replaces: sessionCookie.read(request) },
		clientOf(request, context),
	);
	switch (signed.outcome) {
		case "signed-in":
			return seeOther(safeReturnPath(redirectTo, href("/chat")), sessionCookie.set(signed.sessionToken));
		case "second-step":
			return toSecondStep(signed.stepToken, redirectTo);
		case "wrong":
			return invalidForm({ errors: { password: "password-wrong" }, values }, "wrong");
		case "blocked":
			return refused({ values }, "blocked");
		case "too-many-attempts":
			return tryLater({ values }, signed.retryAfterSeconds);
		case "busy":
			return busy({ values });
	}
}
