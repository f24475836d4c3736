import { passwordProblem } from "../../../accounts/password/password-rules.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import type { FieldErrors } from "../../../platform/http/forms.ts";

/**
 * What is wrong with a new password in a form that comes back for other fields too. The domain sees a
 * password only when the rest is right, but a form tells all its errors at once.
 */
export function weakPassword(form: FormData, field: string, email: unknown): FieldErrors {
	const password = form.get(field);
	if (typeof password !== "string" || !password) return {};
	const problem = passwordProblem(password, {
		email: typeof email === "string" ? email : undefined,
		appName: accountSettings.appName,
	});
	return problem ? { [field]: problem } : {};
}
