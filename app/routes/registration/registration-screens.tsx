import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import type { FormState } from "../../layouts/auth/form/form-state.server.ts";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { YandexButton } from "../../layouts/auth/yandex/yandex-button.tsx";
import { RegistrationForm } from "./registration-form.tsx";

type PasswordProps = {
	/** The quota of the free plan, in words. */
	free: string;
	/** Whether sign-in through Yandex is configured. */
	byYandex: boolean;
	state: FormState | undefined;
};

/** Registration with an e-mail and a password. */
export function PasswordRegistration({ free, byYandex, state }: PasswordProps) {
	const { t } = useTranslation("auth");
	return (
		<RegistrationForm
			sub={free}
			action={href("/registration")}
			emailHelp={t("hints.email")}
			withPassword
			state={state}
		>
			{byYandex && <YandexButton />}
			<p className="auth-other">
				<Trans
					t={t}
					i18nKey="registration.haveAccount"
					components={{ to: <TextLink href={href("/login")} /> }}
				/>
			</p>
		</RegistrationForm>
	);
}

type YandexProps = {
	/** The Yandex profile; its e-mail is only a proposal. */
	yandex: { login: string; email: string | null };
	state: FormState | undefined;
};

/** Registration through Yandex. */
export function YandexRegistration({ yandex: { login, email }, state }: YandexProps) {
	const { t } = useTranslation("auth");
	return (
		<RegistrationForm
			sub={<Trans t={t} i18nKey="yandex.who" values={{ login }} components={{ b: <b>{login}</b> }} />}
			action={`${href("/registration")}?via=yandex`}
			email={email ?? ""}
			emailHelp={t(email ? "hints.email" : "yandex.noEmail")}
			withPassword={false}
			state={state}
		>
			<p className="auth-other">
				<Trans
					t={t}
					i18nKey="yandex.byPassword"
					components={{ to: <TextLink href={href("/registration")} /> }}
				/>
			</p>
		</RegistrationForm>
	);
}
