import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ActionForm, useSending } from "../form/action-form.tsx";
import { OwnerFields } from "../form/owner-fields.tsx";
import { SendCode } from "../form/send-code.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";
import type { ActionPageProps } from "./account-action-page.tsx";
import { ActionPage } from "./account-action-page.tsx";

/** `?do=change-email`. */
export function ChangeEmailPage({ screen, state }: ActionPageProps) {
	const { t } = useTranslation("account");
	const problem = useAccountProblems(state, ["email"]);
	const sending = useSending("change-email");
	return (
		<ActionPage screen={screen} state={state} title={t("changeEmail.title")} text={t("changeEmail.text")}>
			{!screen.hasPassword && <SendCode doing="change-email" />}
			<ActionForm className="action-form" intent="change-email" doing="change-email" state={state}>
				<TextField
					{...problem("email")}
					id="new-email"
					label={t("changeEmail.email")}
					type="email"
					inputMode="email"
					autoComplete="email"
					defaultValue={state?.values.email}
					required
				/>
				<OwnerFields {...screen} state={state} />
				<Button variant="primary" block pendingLabel={t("sending")} pending={sending}>
					{t("changeEmail.submit")}
				</Button>
			</ActionForm>
		</ActionPage>
	);
}
