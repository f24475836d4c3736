import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import { EmailForm } from "../../layouts/auth/email-form.tsx";
import { CONSENT_NAMES, ConsentFields } from "../../layouts/auth/form/consent-fields.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { NotEmpty } from "../../ui/not-empty.tsx";
import type { LinkStep, Step } from "./step.ts";

const TITLES = { "new-email": "newEmailTitle", invited: "invitedTitle", other: "title" } as const;

type ScreenProps = { step: Step; state: FormState | undefined };

/** `/verify-mail` in all its steps. */
export function VerifyMailScreen({ step, state }: ScreenProps) {
	const { t } = useTranslation("auth");
	const email = step.kind === "email" ? "" : step.email;
	const invited = "token" in step && step.invited === true;
	const sub = {
		button: "byButton",
		password: invited ? "byInvitation" : "elsewhere",
		"new-email": "byNewEmail",
		code: "byCode",
		"own-email": "codeDead",
		email: "byEmail",
	} as const;
	return (
		<AuthCard
			title={t(`verify.${TITLES[step.kind === "new-email" ? step.kind : invited ? "invited" : "other"]}`)}
			sub={
				<Trans
					t={t}
					i18nKey={`verify.${sub[step.kind]}`}
					values={{ email }}
					components={{ b: <b>{email}</b> }}
				/>
			}
		>
			<FormNotice state={state} />
			{"token" in step && <LinkForm step={step} state={state} />}
			{step.kind === "code" && <CodeForm state={state} />}
			{step.kind === "email" && (
				<EmailForm action={href("/verify-mail")} state={state} submit={t("verify.sendEmail")} />
			)}
			{(step.kind === "code" || step.kind === "own-email") && <OwnEmail />}
		</AuthCard>
	);
}

/** The button confirms; in another browser with a password and the consents. */
function LinkForm({ step, state }: { step: LinkStep; state: FormState | undefined }) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["newPassword", ...CONSENT_NAMES]);
	return (
		<form className="auth-form" action={href("/verify-mail")} method="post" noValidate>
			<input type="hidden" name="token" value={step.token} />
			{step.kind === "password" && (
				<>
					{/* For password managers; it has no name, so it is not sent. */}
					<input type="email" autoComplete="username" value={step.email} readOnly hidden />
					<PasswordField
						{...problem("newPassword")}
						label={t("labels.password")}
						autoComplete="new-password"
						strength
						required
					/>
					<ConsentFields problem={problem} values={state?.values} />
				</>
			)}
			<Button type="submit" variant="primary" block pendingLabel={t("verify.pending")}>
				{t(step.kind === "new-email" ? "verify.confirmNewEmail" : "verify.submit")}
			</Button>
		</form>
	);
}

function CodeForm({ state }: { state: FormState | undefined }) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["code"]);
	return (
		<form className="auth-form" action={href("/verify-mail")} method="post" noValidate>
			<TextField
				{...problem("code")}
				className="auth-code"
				label={t("labels.code")}
				help={t("hints.code")}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={9}
				defaultValue={state?.values.code}
				required
			/>
			<Button type="submit" variant="primary" block pendingLabel={t("verify.pending")}>
				{t("verify.submit")}
			</Button>
		</form>
	);
}

/** Sends the e-mail again to the address this browser registered; the server finds it by the cookie. */
function OwnEmail() {
	const { t } = useTranslation("auth");
	return (
		<form className="auth-steps" action={href("/verify-mail")} method="post">
			<NotEmpty />
			<Button type="submit" variant="text" pendingLabel={t("sending")}>
				{t("verify.sendCode")}
			</Button>
			<p>{t("verify.orLink")}</p>
		</form>
	);
}
