import { data, href } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { yandexCookie } from "../../accounts/http/cookies.server.ts";
import { redirectSignedIn } from "../../accounts/http/guards.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { findRegistering } from "../../accounts/yandex/find-registering.server.ts";
import { everyDays } from "../../billing/plans/plan-view.server.ts";
import { freePlan } from "../../billing/plans/plans.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { acceptedDocuments } from "../../layouts/auth/form/accepted-documents.server.ts";
import { consentFields, emailField, passwordField } from "../../layouts/auth/form/fields.server.ts";
import { invalidForm, refused } from "../../layouts/auth/form/form-state.server.ts";
import { weakPassword } from "../../layouts/auth/form/weak-password.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { parseForm, readForm } from "../../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import { listedPage } from "../../shell/page/listed-page.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import type { Route } from "./+types/index";
import { RegistrationClosed } from "./closed.tsx";
import { PasswordRegistration, YandexRegistration } from "./registration-screens.tsx";
import { sendForm } from "./send-form.server.ts";

export const handle = { page: "static", listed: true } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [redirectSignedIn];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
	listedPage(matches, {
		title: texts.registration.title,
		description: texts.registration.description,
		path: href("/registration"),
	});

export async function loader({ request, context }: Route.LoaderArgs) {
	const i18n = getI18n(context);
	const every = everyDays(freePlan(), i18n.getFixedT("ru", "payment"));
	return data(
		{
			open: accountSettings().registration === "open",
			free: i18n.t("auth:registration.sub", { count: freePlan().quota.messages, every }),
			byYandex: accountSettings().yandex !== null,
			yandex: viaYandex(request) ? await whoRegisters(request) : null,
		},
		{ headers: PRIVATE },
	);
}

/** A new person has returned from Yandex; this browser's cookie identifies the profile. */
const viaYandex = (request: Request) => new URL(request.url).searchParams.get("via") === "yandex";
const whoRegisters = (request: Request) => findRegistering(db(), yandexCookie.read(request));

const registrationForm = v.object({ email: emailField, password: passwordField, ...consentFields });
const yandexForm = v.object({ email: emailField, ...consentFields });

export async function action({ request, context }: Route.ActionArgs) {
	if (accountSettings().registration === "closed") return refused({ values: {} }, "closed");
	const typed = await readForm(request);
	const client = clientOf(request, context);
	if (viaYandex(request)) {
		const yandex = await whoRegisters(request);
		if (!yandex) return yandexFailed("late");
		const form = parseForm(yandexForm, typed);
		if (!form.ok) return invalidForm(form);
		const { email } = form.value;
		return sendForm({ email, yandex, accepted: acceptedDocuments(form.value) }, form.values, client);
	}
	const form = parseForm(registrationForm, typed);
	if (!form.ok)
		return invalidForm({
			...form,
			errors: { ...form.errors, ...weakPassword(typed, "password", typed.get("email")) },
		});
	const { email, password } = form.value;
	return sendForm({ email, password, accepted: acceptedDocuments(form.value) }, form.values, client);
}

export default function Registration({ loaderData, actionData: state }: Route.ComponentProps) {
	const { open, free, byYandex, yandex } = loaderData;
	if (!open) return <RegistrationClosed />;
	if (yandex) return <YandexRegistration yandex={yandex} state={state} />;
	return <PasswordRegistration free={free} byYandex={byYandex} state={state} />;
}
