import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Outcome } from "../../layouts/auth/outcome.tsx";

/** The screen without a form of `REGISTRATION=closed`: the operator invites people. */
export function RegistrationClosed() {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="lock-alert-outline"
			tone="info"
			title={t("registration.closedTitle")}
			text={t("registration.closed")}
			main={{ to: href("/login"), text: t("login.submit") }}
		/>
	);
}
