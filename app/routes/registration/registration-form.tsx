import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import { CONSENT_NAMES, ConsentFields } from "../../layouts/auth/form/consent-fields.tsx";
import { EmailField } from "../../layouts/auth/form/email-field.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";

type FormProps = {
	/** The text under the heading. */
	sub: ReactNode;
	action: string;
	/** Before the person has typed one. */
	email?: string;
	emailHelp: string;
	/** Whether a password is chosen; otherwise the account is opened through Yandex. */
	withPassword: boolean;
	/** Set when the form was returned with errors. */
	state: FormState | undefined;
	/** Below the form: the other ways in. */
	children: ReactNode;
};

/** The form of a new account, with a password or through Yandex: the e-mail, to be confirmed, and the consents. */
export function RegistrationForm(props: FormProps) {
	const { sub, action, email, emailHelp, withPassword, state, children } = props;
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["email", "password", ...CONSENT_NAMES]);
	return (
		<AuthCard title={t("registration.title")} sub={sub}>
			<FormNotice state={state} />
			<form className="auth-form" action={action} method="post" noValidate>
				<EmailField
					{...problem("email")}
					autoComplete="email"
					help={emailHelp}
					defaultValue={state ? state.values.email : email}
				/>
				{withPassword && (
					<PasswordField
						{...problem("password")}
						label={t("labels.password")}
						autoComplete="new-password"
						strength
						required
					/>
				)}
				<ConsentFields problem={problem} values={state?.values} />
				<Button type="submit" variant="primary" block pendingLabel={t("registration.pending")}>
					{t("registration.submit")}
				</Button>
			</form>
			{children}
		</AuthCard>
	);
}
