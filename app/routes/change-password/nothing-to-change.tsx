import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { LinkButton } from "../../ui/button.tsx";

/** Shown without a link and without a session: says what is needed. */
export function NothingToChange() {
	const { t } = useTranslation("auth");
	return (
		<Outcome icon="lock-alert-outline" tone="info" title={t("change.title")} text={t("change.nothing")}>
			<LinkButton to={href("/reset-password")} variant="primary" block>
				{t("change.ask")}
			</LinkButton>
			<LinkButton to={href("/login")} variant="text" block>
				{t("login.submit")}
			</LinkButton>
		</Outcome>
	);
}
