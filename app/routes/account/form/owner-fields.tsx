import { useTranslation } from "react-i18next";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { useAccountProblems } from "./use-account-problems.ts";

type OwnerProps = {
	hasPassword: boolean;
	/** Whether the second factor is on. */
	secondStep: boolean;
	email: string;
	state: AccountFormState | undefined;
	/** Prefix that keeps ids unique where a dialog is open over the page. */
	id?: string;
};

/**
 * Re-authentication before a sensitive action: the password, or for an account without one the code of an e-mail; and
 * the code of the app where the second factor is on. One field takes a recovery code, too: who has lost the phone.
 */
export function OwnerFields({ secondStep, ...props }: OwnerProps) {
	const { t } = useTranslation("account");
	const { state, id = "owner" } = props;
	const problem = useAccountProblems(state, ["currentPassword", "code", "appCode"]);
	return (
		<>
			<FirstFields {...props} problem={problem} id={id} />
			{secondStep && (
				<TextField
					{...problem("appCode")}
					id={`${id}-app-code`}
					label={t("owner.appCode")}
					help={t("owner.appCodeHelp")}
					autoComplete="one-time-code"
					autoCapitalize="off"
					spellCheck={false}
					maxLength={30}
					required
				/>
			)}
		</>
	);
}

type FirstProps = Omit<OwnerProps, "secondStep" | "state"> & {
	problem: ReturnType<typeof useAccountProblems<"currentPassword" | "code" | "appCode">>;
};

function FirstFields({ hasPassword, email, id, problem }: FirstProps) {
	const { t } = useTranslation("account");
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
