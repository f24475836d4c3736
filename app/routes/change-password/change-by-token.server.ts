import { href, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { sessionCookie } from "../../accounts/http/cookies.server.ts";
import { changePasswordByToken } from "../../accounts/password/change-password.server.ts";
import { findReset } from "../../accounts/password/recover.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { passwordField } from "../../layouts/auth/form/fields.server.ts";
import { busy, invalidForm, tryLater } from "../../layouts/auth/form/form-state.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import type { Way } from "./way.ts";

const tokenForm = v.object({ token: v.string(), newPassword: passwordField });

/** The form of the e-mail's link. All sessions end, this browser's too. */
export async function changeByToken(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const typed = parseForm(tokenForm, form);
	const token = typed.values.token ?? "";
	const reset = await findReset(db(), token);
	if (!reset) return deadLink();
	const way: Way = { kind: "token", token, email: reset.email };
	const values = {};
	if (!typed.ok) return invalidForm({ errors: typed.errors, values, way });
	const changed = await changePasswordByToken(
		db(),
		accountSettings(),
		typed.value,
		clientOf(request, context),
	);
	switch (changed.outcome) {
		case "changed": {
			const screen = href("/change-password/success");
			return seeOther(screen, sessionCookie.clear(), await setFlash(screen, "token"));
		}
		case "password-refused":
			return invalidForm({ errors: { newPassword: changed.problem }, values, way });
		case "dead-link":
			return deadLink();
		case "too-many-attempts":
			return tryLater({ values, way }, changed.retryAfterSeconds);
		case "busy":
			return busy({ values, way });
	}
}

/** Unknown, used and expired links look the same. */
export async function deadLink(): Promise<Response> {
	const screen = href("/change-password/fail");
	return seeOther(screen, await setFlash(screen, "dead-link"));
}
