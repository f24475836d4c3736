import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { AuthCard } from "../../layouts/auth/auth-card.tsx";
import type { FormState } from "../../layouts/auth/form/form-state.server.ts";
import { FormNotice } from "../../layouts/auth/form/notice.tsx";
import { useProblems } from "../../layouts/auth/form/use-problems.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import type { Way } from "./way.ts";

type FormProps = { way: Exclude<Way, { kind: "none" }>; state: FormState | undefined };

/** A new password by an e-mail's link, or by the current password. */
export function ChangePasswordForm({ way, state }: FormProps) {
	const { t } = useTranslation("auth");
	const problem = useProblems(state?.errors, ["currentPassword", "newPassword", "appCode"]);
	return (
		<AuthCard title={t("change.title")} sub={t(way.kind === "token" ? "change.byToken" : "change.bySession")}>
			<FormNotice state={state} />
			<form className="auth-form" action={href("/change-password")} method="post" noValidate>
				{/* For password managers; it has no name, so it is not sent. */}
				<input type="email" autoComplete="username" value={way.email} readOnly hidden />
				{way.kind === "token" ? (
					<input type="hidden" name="token" value={way.token} />
				) : (
					<PasswordField
						{...problem("currentPassword")}
						label={t("labels.currentPassword")}
						autoComplete="current-password"
						required
					/>
				)}
				<PasswordField
					{...problem("newPassword")}
					label={t("labels.newPassword")}
					autoComplete="new-password"
					strength
					required
				/>
				{way.kind === "session" && way.secondStep && (
					<TextField
						{...problem("appCode")}
						label={t("labels.appCode")}
						help={t("hints.ownerAppCode")}
						autoComplete="one-time-code"
						autoCapitalize="off"
						spellCheck={false}
						maxLength={30}
						required
					/>
				)}
				<Button type="submit" variant="primary" block pendingLabel={t("saving")}>
					{t("change.submit")}
				</Button>
			</form>
		</AuthCard>
	);
}
