import { data, href } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/client.server.ts";
import { bindingCookie } from "../../accounts/cookies.server.ts";
import { accountSettings } from "../../accounts/current.server.ts";
import { redirectSignedIn } from "../../accounts/guards.server.ts";
import { register } from "../../accounts/register.server.ts";
import { everyDays } from "../../billing/plan-view.server.ts";
import { freePlan } from "../../billing/plans.server.ts";
import { db } from "../../db/current.server.ts";
import { parseForm, readForm } from "../../forms.ts";
import { answerHeaders, PRIVATE } from "../../http.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import words from "../../i18n/ru/auth.ts";
import { acceptedDocuments } from "../../layouts/auth/accepted-documents.server.ts";
import { consentFields, emailField, passwordField } from "../../layouts/auth/fields.server.ts";
import { busy, mend, refused, tryLater } from "../../layouts/auth/form-state.ts";
import { rememberOutcome } from "../../layouts/auth/outcome-cookie.server.ts";
import { seeOther } from "../../layouts/auth/see-other.ts";
import { weakPassword } from "../../layouts/auth/weak-password.server.ts";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import type { Route } from "./+types/index";
import { RegistrationClosed } from "./closed.tsx";
import { RegistrationForm } from "./form.tsx";

export const handle = { page: "document" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [redirectSignedIn];
export const headers = answerHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.registration.title);

export function loader({ context }: Route.LoaderArgs) {
	const i18n = getI18n(context);
	const every = everyDays(freePlan, i18n.getFixedT("ru", "payment"));
	return data(
		{
			open: accountSettings.registration === "open",
			free: i18n.t("auth:registration.sub", { count: freePlan.quota.messages, every }),
		},
		{ headers: PRIVATE },
	);
}

const registrationForm = v.object({ email: emailField, password: passwordField, ...consentFields });

export async function action({ request, context }: Route.ActionArgs) {
	if (accountSettings.registration === "closed") return refused({ values: {} }, "closed");
	const typed = await readForm(request);
	const form = parseForm(registrationForm, typed);
	if (!form.ok)
		return mend({
			...form,
			errors: { ...form.errors, ...weakPassword(typed, "password", typed.get("email")) },
		});
	const { values } = form;
	const { email, password } = form.value;
	const registered = await register(
		db,
		accountSettings,
		{ email, password, accepted: acceptedDocuments(form.value) },
		clientOf(request, context),
	);
	switch (registered.outcome) {
		case "registered": {
			const { letter, trialLink, trialCode } = registered;
			const screen = href("/registration/success");
			return seeOther(
				screen,
				bindingCookie.set(registered.bindingToken),
				await rememberOutcome(screen, letter, { email, trialLink, trialCode }),
			);
		}
		case "already-exists":
			return seeOther(href("/registration/account-already-exists"));
		case "refused-by-post": {
			const screen = href("/registration/fail");
			return seeOther(screen, await rememberOutcome(screen, "refused-by-post"));
		}
		case "password-refused":
			return mend({ errors: { password: registered.problem }, values });
		case "too-many-attempts":
			return tryLater({ values }, registered.retryAfterSeconds);
		case "closed":
			return refused({ values: {} }, "closed");
		case "busy":
			return busy({ values });
	}
}

export default function Registration({ loaderData, actionData }: Route.ComponentProps) {
	return loaderData.open ? (
		<RegistrationForm free={loaderData.free} state={actionData} />
	) : (
		<RegistrationClosed />
	);
}
