import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { PasswordField, TextArea, TextField } from "../../../ui/field.tsx";
import type { AdminFormState, ProofNeeded } from "./form-state.ts";

/** The problem of a returned form, above it. */
export function ProblemBanner({ state }: { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	if (state?.codeSent) {
		const { trialCode } = state.codeSent;
		return (
			<Banner tone="success">
				{t("confirm.codeSent")} {trialCode && t("confirm.trialCode", { code: trialCode })}
			</Banner>
		);
	}
	if (!state?.problem && Object.keys(state?.errors ?? {}).length === 0) return null;
	const minutes = state?.minutes ?? 1;
	return (
		<Banner tone="error" title={`${t("problems.title")}.`}>
			{t(`problems.${state?.problem ?? "check"}`, { minutes, name: state?.lock ?? "" })}
		</Banner>
	);
}

type FieldsProps = { state: AdminFormState | undefined };

/** The problem of a field, in words. */
export function useFieldProblem(state: AdminFormState | undefined) {
	const { t } = useTranslation("admin");
	return (name: keyof NonNullable<AdminFormState["errors"]>) => {
		const problem = state?.errors?.[name];
		// No field is told to come later.
		return problem && t(`problems.${problem}`, { name: state?.holder ?? "", minutes: 0 });
	};
}

/** Why; the journal keeps it. `isTold`: the person gets to know it, too. */
export function ReasonField({ state, isTold }: FieldsProps & { isTold: boolean }) {
	const { t } = useTranslation("admin");
	return (
		<TextArea
			name="reason"
			label={t(isTold ? "confirm.reasonTold" : "confirm.reason")}
			defaultValue={state?.values?.reason}
			error={useFieldProblem(state)("reason")}
			maxLength={500}
			rows={2}
			required
		/>
	);
}

/** The proof that the actor is there; nothing where they have proved it lately. */
export function ProofFields({ state, needed }: FieldsProps & { needed: ProofNeeded }) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	if (!needed) return null;
	return (
		<fieldset className="fset">
			<legend>{t("confirm.proof")}</legend>
			<p>{needed.always ? t("confirm.proofAlways") : t("confirm.proofText")}</p>
			{needed.password ? (
				<>
					{/* For password managers; it has no name, so it is not sent. */}
					<input type="email" autoComplete="username" value={needed.email} readOnly hidden />
					<PasswordField
						name="currentPassword"
						label={t("confirm.password")}
						error={problem("currentPassword")}
						autoComplete="current-password"
						required
					/>
				</>
			) : (
				<TextField
					name="code"
					label={t("confirm.code")}
					help={t("confirm.codeHelp", { email: needed.email })}
					error={problem("code")}
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={9}
				/>
			)}
			{needed.secondStep && (
				<TextField
					name="appCode"
					label={t("confirm.appCode")}
					help={t("confirm.appCodeHelp")}
					error={problem("appCode")}
					autoComplete="one-time-code"
					autoCapitalize="off"
					spellCheck={false}
					maxLength={30}
					required
				/>
			)}
		</fieldset>
	);
}

/** Sends the code of an account without a password. After the act's own button, which is the one that Enter presses. */
export function SendCode({ needed }: { needed: ProofNeeded }) {
	const { t } = useTranslation("admin");
	if (!needed || needed.password) return null;
	return (
		<Button variant="tonal" name="intent=send-code" formNoValidate>
			{t("confirm.sendCode")}
		</Button>
	);
}
