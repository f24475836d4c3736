import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { NotEmpty } from "../../../ui/not-empty.tsx";
import { Row } from "./row.tsx";

type SecurityProps = {
	hasPassword: boolean;
	/** The date, formatted; null: still the password of the registration. */
	passwordChanged: string | null;
	/** Rows of other sign-in methods. */
	children?: ReactNode;
};

/** The password, the other sign-in methods, and this session. */
export function Security({ hasPassword, passwordChanged, children }: SecurityProps) {
	const { t } = useTranslation("account");
	const since = passwordChanged
		? t("security.changedAt", { date: passwordChanged })
		: t("security.sinceRegistration");
	return (
		<Card id="security" aria-labelledby="security-heading">
			<CardTitle id="security-heading">{t("security.title")}</CardTitle>
			<ul className="rows">
				<Row
					icon="lock-outline"
					title={t("security.password")}
					text={hasPassword ? since : t("security.none")}
				>
					{hasPassword ? (
						<LinkButton to={href("/change-password")}>{t("security.changePassword")}</LinkButton>
					) : (
						<LinkButton to={href("/reset-password")}>{t("security.setPassword")}</LinkButton>
					)}
				</Row>
				{children}
				<Row icon="logout" title={t("security.session")} text={t("security.sessionText")}>
					<form method="post" action={href("/logout")}>
						<NotEmpty />
						<Button>{t("security.signOut")}</Button>
					</form>
				</Row>
			</ul>
		</Card>
	);
}
