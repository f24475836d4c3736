import { href } from "react-router";
import type { Client } from "../../accounts/client.ts";
import { bindingCookie } from "../../accounts/cookies.server.ts";
import { accountSettings } from "../../accounts/current.server.ts";
import { type RegistrationForm, register } from "../../accounts/register.server.ts";
import { db } from "../../db/current.server.ts";
import type { TypedValues } from "../../forms.ts";
import { busy, mend, refused, tryLater } from "../../layouts/auth/form-state.ts";
import { rememberOutcome } from "../../layouts/auth/outcome-cookie.server.ts";
import { seeOther } from "../../layouts/auth/see-other.ts";
import { yandexFailed } from "../../layouts/auth/yandex-failed.server.ts";

/** Registers, with a password or through Yandex, and answers. */
export async function sendForm(form: RegistrationForm, values: TypedValues, client: Client) {
	const registered = await register(db, accountSettings, form, client);
	switch (registered.outcome) {
		case "registered": {
			const { letter, trialLink, trialCode } = registered;
			const screen = href("/registration/success");
			return seeOther(
				screen,
				bindingCookie.set(registered.bindingToken),
				await rememberOutcome(screen, letter, { email: form.email, trialLink, trialCode }),
			);
		}
		case "already-exists":
			return seeOther(href("/registration/account-already-exists"));
		case "yandex-taken":
			return yandexFailed("yandex-taken");
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
