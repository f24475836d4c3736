import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { Theme } from "../../../shell/theme-preference.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { Select } from "../../../ui/select.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { AccountNoticeBanner } from "../form/account-notice-banner.tsx";
import { ActionForm, useSending } from "../form/action-form.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";
import { PendingEmail } from "./pending-email.tsx";

const THEMES: Theme[] = ["light", "dark", "system"];

type ProfileProps = {
	name: string | null;
	email: string;
	wantedEmail: string | null;
	theme: Theme;
	state: AccountFormState | undefined;
};

/**
 * The signed-in person, and the theme. The name belongs to the account and the theme to the browser, so each has a
 * form and a button of its own; the e-mail is changed on a page of its own.
 */
export function Profile({ name, email, wantedEmail, theme, state }: ProfileProps) {
	const { t } = useTranslation("account");
	return (
		<Card id="profile" aria-labelledby="profile-heading">
			<CardTitle id="profile-heading">{t("profile.title")}</CardTitle>
			<AccountNoticeBanner state={state} intents={["resend-email-change"]} />
			<div className="profile">
				<NameForm name={name} state={state} />
				<div className="profile-pair">
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
					<LinkButton to={`${href("/account")}?do=change-email`}>{t("profile.changeEmail")}</LinkButton>
				</div>
				{wantedEmail && <PendingEmail email={wantedEmail} />}
				<form className="profile-pair" method="post" action={href("/theme")}>
					<input type="hidden" name="returnTo" value={href("/account")} />
					<Select name="theme" label={t("theme.title")} defaultValue={theme}>
						{THEMES.map((name) => (
							<option key={name} value={name}>
								{t(`theme.${name}`)}
							</option>
						))}
					</Select>
					<Button aria-label={t("theme.saveTheme")}>{t("theme.save")}</Button>
				</form>
			</div>
		</Card>
	);
}

function NameForm({ name, state }: Pick<ProfileProps, "name" | "state">) {
	const { t } = useTranslation("account");
	const own = state?.intent === "rename" ? state : undefined;
	const problem = useAccountProblems(own, ["name"]);
	return (
		<ActionForm className="profile-pair" intent="rename" state={own}>
			<TextField
				{...problem("name")}
				label={t("profile.name")}
				help={t("profile.nameHelp")}
				autoComplete="name"
				defaultValue={own?.values.name ?? name ?? ""}
			/>
			<Button
				variant="primary"
				aria-label={t("profile.saveName")}
				pendingLabel={t("saving")}
				pending={useSending("rename")}
			>
				{t("profile.save")}
			</Button>
		</ActionForm>
	);
}
