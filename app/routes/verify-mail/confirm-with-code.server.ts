import type { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { bindingCookie, sessionCookie } from "../../accounts/http/cookies.server.ts";
import { confirmByCode } from "../../accounts/registration/confirm-email.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { invalidForm } from "../../layouts/auth/form/form-state.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { confirmed } from "./confirmed.server.ts";
import { stepOf } from "./step.server.ts";
import { verifyFailed } from "./verify-failed.server.ts";

const codeForm = v.object({
	// People copy the code with spaces or a hyphen in the middle.
	code: v.pipe(
		v.string(),
		v.transform((code) => code.replace(/[\s-]/g, "")),
		v.regex(/^\d{6}$/, "code-empty"),
	),
});

/** The six-digit code of the e-mail, in the browser that registered. */
export async function confirmWithCode(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const bindingToken = bindingCookie.read(request);
	const typed = parseForm(codeForm, form);
	if (!typed.ok) return invalidForm({ ...typed, step: await stepOf(bindingToken) });
	const outcome = await confirmByCode(
		db(),
		accountSettings(),
		{ code: typed.value.code, bindingToken, replaces: sessionCookie.read(request) },
		clientOf(request, context),
	);
	switch (outcome.outcome) {
		case "confirmed":
			return confirmed(outcome.sessionToken);
		case "yandex-taken":
			return yandexFailed("yandex-taken");
		case "wrong-code":
			return invalidForm({ values: {}, errors: { code: "code-wrong" }, step: await stepOf(bindingToken) });
		case "dead-code":
		case "nothing-pending":
			return verifyFailed(outcome.outcome);
	}
}
