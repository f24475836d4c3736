import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import { CONSENT_NAMES, ConsentFields } from "../../layouts/auth/form/consent-fields.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { YandexButton } from "../../layouts/auth/yandex/yandex-button.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";

type FormProps = {
	/** What the free plan includes, in texts. */
	free: string;
	/** Whether sign-in through Yandex is configured. */
	byYandex: boolean;
	/** Set when the form was returned with errors. */
	state: FormState | undefined;
};

export function RegistrationForm({ free, byYandex, state }: FormProps) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["email", "password", ...CONSENT_NAMES]);
	return (
		<AuthCard title={t("registration.title")} sub={free}>
			<FormNotice state={state} />
			<form className="auth-form" action={href("/registration")} method="post" noValidate>
				<TextField
					{...problem("email")}
					label={t("labels.email")}
					type="email"
					inputMode="email"
					autoComplete="email"
					help={t("hints.email")}
					defaultValue={state?.values.email}
					required
				/>
				<PasswordField
					{...problem("password")}
					label={t("labels.password")}
					autoComplete="new-password"
					strength
					required
				/>
				<ConsentFields problem={problem} values={state?.values} />
				<Button type="submit" variant="primary" block pendingLabel={t("registration.pending")}>
					{t("registration.submit")}
				</Button>
			</form>
			{byYandex && <YandexButton />}
			<p className="auth-other">
				<Trans
					t={t}
					i18nKey="registration.haveAccount"
					components={{ to: <TextLink href={href("/login")} /> }}
				/>
			</p>
		</AuthCard>
	);
}
