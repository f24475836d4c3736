import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card, CardTitle } from "../../ui/card.tsx";

/** The password and this session. */
export function Security() {
	const { t } = useTranslation("account");
	return (
		<Card id="security" aria-labelledby="security-heading">
			<CardTitle id="security-heading">{t("security.title")}</CardTitle>
			<ul className="security">
				<Row icon="lock-outline" title={t("security.password")} text={t("security.passwordText")}>
					<LinkButton to={href("/change-password")}>{t("security.changePassword")}</LinkButton>
				</Row>
				<Row icon="logout" title={t("security.session")} text={t("security.sessionText")}>
					<form method="post" action={href("/logout")}>
						<Button>{t("security.signOut")}</Button>
					</form>
				</Row>
			</ul>
		</Card>
	);
}

type RowProps = { icon: IconName; title: string; text: string; children: ReactNode };

function Row({ icon, title, text, children }: RowProps) {
	return (
		<li>
			<span className="tile">
				<Icon name={icon} />
			</span>
			<span className="security-words">
				<b>{title}</b>
				<span>{text}</span>
			</span>
			{children}
		</li>
	);
}
