import { href } from "react-router";
import { bindingCookie } from "../../accounts/http/cookies.server.ts";
import type { Client } from "../../accounts/http/request-client.server.ts";
import { type RegistrationForm, register } from "../../accounts/registration/register.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { busy, invalidForm, refused, tryLater } from "../../layouts/auth/form/form-state.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import type { TypedValues } from "../../platform/http/forms.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";

/** Registers, with a password or through Yandex, and responds. */
export async function sendForm(form: RegistrationForm, values: TypedValues, client: Client) {
	const registered = await register(db(), accountSettings(), form, client);
	switch (registered.outcome) {
		case "registered": {
			const { delivery, trialLink, trialCode } = registered;
			const screen = href("/registration/success");
			return seeOther(
				screen,
				bindingCookie.set(registered.bindingToken),
				await setFlash(screen, delivery, { email: form.email, trialLink, trialCode }),
			);
		}
		case "already-exists":
			return seeOther(href("/registration/account-already-exists"));
		case "yandex-taken":
			return yandexFailed("yandex-taken");
		case "refused-by-post": {
			const screen = href("/registration/fail");
			return seeOther(screen, await setFlash(screen, "refused-by-post"));
		}
		case "password-refused":
			return invalidForm({ errors: { password: registered.problem }, values });
		case "too-many-attempts":
			return tryLater({ values }, registered.retryAfterSeconds);
		case "closed":
			return refused({ values: {} }, "closed");
		case "busy":
			return busy({ values });
	}
}
