import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { DetailsPreference } from "../../../chat/tools/details-preference.server.ts";
import { isTheme, type Theme } from "../../../shell/theme-preference.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { Select } from "../../../ui/select.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { AccountNoticeBanner } from "../form/account-notice-banner.tsx";
import { ActionForm, useSending } from "../form/action-form.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";
import type { ModelOption } from "../load/load-models.server.ts";
import { PendingEmail } from "./pending-email.tsx";
import { showTheme, useShownTheme } from "./shown-theme.ts";

const THEMES: Theme[] = ["light", "dark", "system"];
const DETAILS: DetailsPreference[] = ["folded", "open"];

type ProfileProps = {
	name: string | null;
	email: string;
	wantedEmail: string | null;
	theme: Theme;
	details: DetailsPreference;
	/** The models to choose from, the present default first; fewer than two are no choice. */
	models: ModelOption[];
	state: AccountFormState | undefined;
};

/**
 * The signed-in person: name, e-mail, theme, details of answers, default model, with one button. The name and the model
 * belong to the account, the theme and the details to the browser; the e-mail is changed on a page of its own.
 */
export function Profile({ name, email, wantedEmail, theme, details, models, state }: ProfileProps) {
	const { t } = useTranslation("account");
	const own = state?.intent === "profile" ? state : undefined;
	const problem = useAccountProblems(own, ["name", "model"]);
	return (
		<Card id="profile" aria-labelledby="profile-heading">
			<CardTitle id="profile-heading">{t("profile.title")}</CardTitle>
			<AccountNoticeBanner state={state} intents={["resend-email-change"]} />
			<ActionForm className="profile" intent="profile" state={own} onReset={() => showTheme(theme)}>
				<TextField
					{...problem("name")}
					label={t("profile.name")}
					help={t("profile.nameHelp")}
					autoComplete="name"
					defaultValue={own?.values.name ?? name ?? ""}
				/>
				<EmailFrame email={email} />
				<ThemeSelect theme={theme} />
				<Select name="details" label={t("details.title")} defaultValue={details}>
					{DETAILS.map((how) => (
						<option key={how} value={how}>
							{t(`details.${how}`)}
						</option>
					))}
				</Select>
				{models.length > 1 && (
					<Select {...problem("model")} label={t("profile.model")} defaultValue={models[0]?.id}>
						{models.map(({ id, title }) => (
							<option key={id} value={id}>
								{title}
							</option>
						))}
					</Select>
				)}
				<div className="form-actions">
					<Button variant="primary" pendingLabel={t("saving")} pending={useSending("profile")}>
						{t("profile.save")}
					</Button>
					<Button type="reset" variant="ghost">
						{t("profile.cancel")}
					</Button>
				</div>
			</ActionForm>
			{wantedEmail && <PendingEmail email={wantedEmail} />}
		</Card>
	);
}

/** Shown, and neither changed nor sent by the form. */
function EmailFrame({ email }: { email: string }) {
	const { t } = useTranslation("account");
	return (
		<FieldFrame
			id="email"
			label={t("profile.email")}
			help={
				<a className="link link-touch" href={`${href("/account")}?do=change-email`}>
					{t("profile.changeEmail")}
				</a>
			}
			after={
				<Chip tone="success" icon="check">
					<span>{t("profile.confirmed")}</span>
				</Chip>
			}
		>
			<input className="input" id="email" type="email" value={email} placeholder=" " readOnly />
		</FieldFrame>
	);
}

/** With script it follows the switch in the header, and what is chosen is seen before it is saved. */
function ThemeSelect({ theme }: { theme: Theme }) {
	const { t } = useTranslation("account");
	const shown = useShownTheme(theme);
	const field = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		// Chosen before the script ran.
		const chosen = field.current?.value;
		if (isTheme(chosen) && chosen !== theme) showTheme(chosen);
	}, [theme]);
	return (
		<Select
			ref={field}
			name="theme"
			label={t("theme.title")}
			value={shown}
			onChange={({ target }) => isTheme(target.value) && showTheme(target.value)}
		>
			{THEMES.map((name) => (
				<option key={name} value={name}>
					{t(`theme.${name}`)}
				</option>
			))}
		</Select>
	);
}
