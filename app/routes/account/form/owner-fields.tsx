import { useTranslation } from "react-i18next";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { useAccountProblems } from "./use-account-problems.ts";

type OwnerProps = {
	hasPassword: boolean;
	email: string;
	state: AccountFormState | undefined;
	/** Prefix that keeps ids unique where a dialog is open over the page. */
	id?: string;
};

/** Re-authentication before a sensitive action: the password, or for an account without one the code of an e-mail. */
export function OwnerFields({ hasPassword, email, state, id = "owner" }: OwnerProps) {
	const { t } = useTranslation("account");
	const problem = useAccountProblems(state, ["currentPassword", "code"]);
	if (!hasPassword) {
		return (
			<TextField
				{...problem("code")}
				id={`${id}-code`}
				label={t("owner.code")}
				help={t("owner.codeHelp", { email })}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={9}
				required
			/>
		);
	}
	return (
		<>
			{/* For password managers; it has no name, so it is not sent. */}
			<input type="email" autoComplete="username" value={email} readOnly hidden />
			<PasswordField
				{...problem("currentPassword")}
				id={`${id}-password`}
				label={t("owner.password")}
				autoComplete="current-password"
				required
			/>
		</>
	);
}
