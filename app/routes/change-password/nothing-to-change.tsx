import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Outcome } from "../../layouts/auth/outcome.tsx";

/** Shown without a link and without a session: says what is needed. */
export function NothingToChange() {
	const { t } = useTranslation("auth");
	return (
		<Outcome
			icon="lock-alert-outline"
			tone="info"
			title={t("change.title")}
			text={t("change.nothing")}
			main={{ to: href("/reset-password"), text: t("change.ask") }}
			other={{ to: href("/login"), text: t("login.submit") }}
		/>
	);
}
