import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import { CONSENT_NAMES, ConsentFields } from "../../layouts/auth/form/consent-fields.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

type FormProps = {
	/** The Yandex profile; its e-mail is only a proposal. */
	yandex: { login: string; email: string | null };
	state: FormState | undefined;
};

/** Registration through Yandex: the e-mail, to be confirmed, and the consents. */
export function YandexForm({ yandex: { login, email }, state }: FormProps) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["email", ...CONSENT_NAMES]);
	return (
		<AuthCard
			title={t("registration.title")}
			sub={<Trans t={t} i18nKey="yandex.who" values={{ login }} components={{ b: <b>{login}</b> }} />}
		>
			<FormNotice state={state} />
			<form className="auth-form" action={`${href("/registration")}?via=yandex`} method="post" noValidate>
				<TextField
					{...problem("email")}
					label={t("labels.email")}
					type="email"
					inputMode="email"
					autoComplete="email"
					help={t(email ? "hints.email" : "yandex.noEmail")}
					defaultValue={state ? state.values.email : (email ?? "")}
					required
				/>
				<ConsentFields problem={problem} values={state?.values} />
				<Button type="submit" variant="primary" block pendingLabel={t("registration.pending")}>
					{t("registration.submit")}
				</Button>
			</form>
			<p className="auth-other">
				<Trans
					t={t}
					i18nKey="yandex.byPassword"
					components={{ to: <TextLink href={href("/registration")} /> }}
				/>
			</p>
		</AuthCard>
	);
}
