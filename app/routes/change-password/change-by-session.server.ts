import { href, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { clientOf } from "../../accounts/http/client.server.ts";
import { sessionCookie } from "../../accounts/http/cookies.server.ts";
import { changePassword } from "../../accounts/password/change-password.server.ts";
import { hasSecondFactor } from "../../accounts/second-factor/second-factor.server.ts";
import { KEY_UNREADABLE } from "../../accounts/second-factor/second-proof.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { passwordField } from "../../layouts/auth/form/fields.server.ts";
import { busy, invalidForm, tryLater, unreadableKey } from "../../layouts/auth/form/form-state.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { type Account, accountContext } from "../../platform/http/context.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { parseForm } from "../../platform/http/forms.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Way } from "./way.ts";

const sessionForm = v.object({
	currentPassword: passwordField,
	newPassword: passwordField,
	appCode: v.string(),
});

/** The fields that the form of a signed-in person has. */
export async function wayBySession({ id, email }: Pick<Account, "id" | "email">): Promise<Way> {
	return { kind: "session", email, secondStep: await hasSecondFactor(db(), id) };
}

/** The form of a signed-in person. Other sessions end, this one continues with a new token. */
export async function changeBySession(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
) {
	const account = context.get(accountContext);
	// The session ended while the form was open: the page says what is needed now.
	if (!account) return invalidForm({ values: {}, errors: {}, way: { kind: "none" } as Way });
	const way = await wayBySession(account);
	const values = {};
	const typed = parseForm(sessionForm, form);
	if (!typed.ok) return invalidForm({ errors: typed.errors, values, way });
	const changed = await changePassword(
		db(),
		accountSettings(),
		{ ...typed.value, accountId: account.id },
		clientOf(request, context),
	);
	switch (changed.outcome) {
		case "changed": {
			const screen = href("/change-password/success");
			return seeOther(screen, sessionCookie.set(changed.sessionToken), await setFlash(screen, "session"));
		}
		case "wrong-password":
			return invalidForm({ errors: { currentPassword: "password-wrong" }, values, way });
		case "password-refused":
			return invalidForm({ errors: { newPassword: changed.problem }, values, way });
		case "app-code-needed":
			return invalidForm({ errors: { appCode: "app-code-empty" }, values, way });
		case "wrong-app-code":
			return invalidForm({ errors: { appCode: "owner-code-wrong" }, values, way });
		case "key-unreadable":
			log.error(KEY_UNREADABLE, { accountId: account.id });
			return unreadableKey({ values, way });
		case "too-many-attempts":
			return tryLater({ values, way }, changed.retryAfterSeconds);
		case "busy":
			return busy({ values, way });
	}
}
