import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import type { Theme } from "../../theme.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardTitle } from "../../ui/card.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FieldFrame } from "../../ui/field-frame.tsx";

const THEMES: Theme[] = ["light", "dark", "system"];

/** Who is signed in, and the theme. The e-mail is only shown; the form keeps the theme in a cookie. */
export function Profile({ email, theme }: { email: string; theme: Theme }) {
	const { t } = useTranslation("account");
	return (
		<Card id="profile" aria-labelledby="profile-heading">
			<CardTitle id="profile-heading">{t("profile.title")}</CardTitle>
			<form className="profile" method="post" action={href("/theme")}>
				<input type="hidden" name="returnTo" value={href("/account")} />
				<div className="profile-fields">
					<FieldFrame
						id="email"
						label={t("profile.email")}
						after={
							<Chip tone="success" icon="check">
								<span>{t("profile.confirmed")}</span>
							</Chip>
						}
					>
						<input className="input" id="email" type="email" value={email} placeholder=" " readOnly />
					</FieldFrame>
					<FieldFrame id="theme" label={t("theme.title")} after={<Icon name="chevron-down" />}>
						<select className="input" id="theme" name="theme" defaultValue={theme}>
							{THEMES.map((name) => (
								<option key={name} value={name}>
									{t(`theme.${name}`)}
								</option>
							))}
						</select>
					</FieldFrame>
				</div>
				<Button variant="primary">{t("theme.save")}</Button>
			</form>
		</Card>
	);
}
