import type { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { bindingCookie, sessionCookie } from "../../accounts/http/cookies.server.ts";
import { confirmByLink } from "../../accounts/registration/confirm-email.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { acceptedDocuments } from "../../layouts/auth/form/accepted-documents.server.ts";
import { consentFields, passwordField } from "../../layouts/auth/form/fields.server.ts";
import { busy, invalidForm } from "../../layouts/auth/form/form-state.server.ts";
import { weakPassword } from "../../layouts/auth/form/weak-password.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { confirmNewEmail } from "./confirm-new-email.server.ts";
import { confirmed } from "./confirmed.server.ts";
import { stepOfLink } from "./step.server.ts";
import type { LinkStep } from "./step.ts";
import { verifyFailed } from "./verify-failed.server.ts";

const elsewhereForm = v.object({ newPassword: passwordField, ...consentFields });

/** The button of a confirmation link. In another browser also a password and the consents: those count. */
export async function confirmWithLink(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const token = String(form.get("token"));
	const bindingToken = bindingCookie.read(request);
	const step = await stepOfLink(token, bindingToken);
	if (!step) return verifyFailed("dead-link");
	if (step.kind === "new-email") return confirmNewEmail(token, clientOf(request, context));

	const elsewhere = step.kind === "password" ? parseForm(elsewhereForm, form) : null;
	if (elsewhere && !elsewhere.ok) {
		const errors = { ...elsewhere.errors, ...weakPassword(form, "newPassword", step.email) };
		return invalidForm({ values: elsewhere.values, errors, step });
	}
	const values = elsewhere?.values ?? {};
	const outcome = await confirmByLink(
		db(),
		accountSettings(),
		{
			token,
			bindingToken,
			newPassword: elsewhere?.value.newPassword,
			accepted: elsewhere ? acceptedDocuments(elsewhere.value) : undefined,
			replaces: sessionCookie.read(request),
		},
		clientOf(request, context),
	);
	switch (outcome.outcome) {
		case "confirmed":
			return confirmed(outcome.sessionToken);
		case "yandex-taken":
			return yandexFailed("yandex-taken");
		case "password-refused":
			return invalidForm({ values, step, errors: { newPassword: outcome.problem } });
		// Between the check and the confirmation a new registration was started elsewhere.
		case "needs-password":
			return invalidForm({
				values,
				step: { ...step, kind: "password" } satisfies LinkStep,
				errors: { newPassword: "password-empty" },
			});
		case "dead-link":
			return verifyFailed("dead-link");
		case "busy":
			return busy({ values, step });
	}
}
