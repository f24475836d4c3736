import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "./form/email-field.tsx";
import type { FormState } from "./form/form-state.server.ts";
import { useProblems } from "./form/use-problems.ts";

/** An e-mail field and a button: recovery, and resending a confirmation. */
export function EmailForm(props: { action: string; state?: FormState | undefined; submit: string }) {
	const { t } = useTranslation("auth");
	const problem = useProblems(props.state?.errors, ["email"]);
	return (
		<form className="auth-form" action={props.action} method="post" noValidate>
			<EmailField {...problem("email")} autoComplete="username" defaultValue={props.state?.values.email} />
			<Button type="submit" variant="primary" block pendingLabel={t("sending")}>
				{props.submit}
			</Button>
		</form>
	);
}
