import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

type FormProps = { email: string; redirectTo: string | null | undefined; state: FormState | undefined };

/** The password was right, the code is still missing. One form for both kinds of code: one of them is filled. */
export function SecondStepForm({ email, redirectTo, state }: FormProps) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["code", "recoveryCode"]);
	const { autoFocus, ...code } = problem("code");
	const query = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : "";
	return (
		<AuthCard
			title={t("secondStep.title")}
			sub={<Trans t={t} i18nKey="secondStep.sub" values={{ email }} components={{ b: <b>{email}</b> }} />}
		>
			<FormNotice state={state} />
			<form className="auth-form" action={`${href("/login")}?step=code`} method="post" noValidate>
				{redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
				<TextField
					{...code}
					autoFocus={autoFocus || !state}
					className="auth-code"
					label={t("labels.appCode")}
					help={t("hints.appCode")}
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={9}
				/>
				<details className="auth-details" open={Boolean(state?.errors?.recoveryCode)}>
					<summary className="link">{t("secondStep.noApp")}</summary>
					<p>{t("secondStep.recovery")}</p>
					<TextField
						{...problem("recoveryCode")}
						className="auth-code"
						label={t("labels.recoveryCode")}
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						maxLength={30}
					/>
				</details>
				<Button type="submit" variant="primary" block pendingLabel={t("login.pending")}>
					{t("login.submit")}
				</Button>
			</form>
			<p className="auth-other">
				<a className="link" href={`${href("/login")}${query}`}>
					{t("secondStep.other")}
				</a>
			</p>
		</AuthCard>
	);
}
