import { parseEmail } from "../../../accounts/email.server.ts";
import { passwordProblem } from "../../../accounts/password/password-rules.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import type { FieldErrors } from "../../../platform/http/forms.server.ts";

/**
 * The error of a new password in a form that is returned for other fields too. The domain checks a password only when
 * the rest is valid, but a form shows all its errors at once.
 */
export function weakPassword(form: FormData, field: string, email: unknown): FieldErrors {
	const password = form.get(field);
	if (typeof password !== "string" || !password) return {};
	const problem = passwordProblem(password, {
		// The parts of an address that is none are not compared: there may be thousands.
		email: parseEmail(email) ?? undefined,
		appName: accountSettings().appName,
	});
	return problem ? { [field]: problem } : {};
}
