import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { OwnerFields } from "../form/owner-fields.tsx";
import { SendCode } from "../form/send-code.tsx";
import type { ActionPageProps } from "../no-script/account-action-page.tsx";
import { ActionPage } from "../no-script/account-action-page.tsx";

type OwnerFormProps = ActionPageProps & {
	intent: "begin-totp" | "end-totp" | "renew-recovery-codes";
	/** The action's page. */
	doing: "totp" | "end-totp" | "recovery-codes";
	/** Between the text and the form. */
	children?: ReactNode;
};

/** An action that needs only re-authentication. A plain form: its response is a page, read from the top. */
export function OwnerForm({ screen, state, intent, doing, children }: OwnerFormProps) {
	const { t } = useTranslation("account");
	return (
		<ActionPage
			screen={screen}
			state={state}
			title={t(`secondFactor.${intent}.title`)}
			text={t(`secondFactor.${intent}.text`)}
		>
			{children}
			{!screen.hasPassword && <SendCode doing={doing} />}
			<form className="action-form" method="post" action={`${href("/account")}?do=${doing}`} noValidate>
				<input type="hidden" name="intent" value={intent} />
				<OwnerFields {...screen} state={state} />
				<Button variant="primary" block>
					{t(`secondFactor.${intent}.submit`)}
				</Button>
			</form>
		</ActionPage>
	);
}
