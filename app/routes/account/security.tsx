import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card, CardTitle } from "../../ui/card.tsx";
import { Row } from "./row.tsx";

/** The password and this session; `children` are rows of other ways to prove who one is. */
export function Security({ children }: { children?: ReactNode }) {
	const { t } = useTranslation("account");
	return (
		<Card id="security" aria-labelledby="security-heading">
			<CardTitle id="security-heading">{t("security.title")}</CardTitle>
			<ul className="rows">
				<Row icon="lock-outline" title={t("security.password")} text={t("security.passwordText")}>
					<LinkButton to={href("/change-password")}>{t("security.changePassword")}</LinkButton>
				</Row>
				{children}
				<Row icon="logout" title={t("security.session")} text={t("security.sessionText")}>
					<form method="post" action={href("/logout")}>
						<Button>{t("security.signOut")}</Button>
					</form>
				</Row>
			</ul>
		</Card>
	);
}
