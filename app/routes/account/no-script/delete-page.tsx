import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { SendCode } from "../form/send-code.tsx";
import { BeforeDeletion } from "../sections/before-deletion.tsx";
import { DeleteFields } from "../sections/delete-fields.tsx";
import type { ActionPageProps } from "./account-action-page.tsx";
import { ActionPage } from "./account-action-page.tsx";

/** The proofs to type in, without and with a second factor. */
const TEXTS = {
	password: ["delete.withPassword", "delete.withPasswordAndAppCode"],
	code: ["delete.withCode", "delete.withCodeAndAppCode"],
} as const;

/** `?do=delete`: the dialog's form as a page. A plain form, since it ends on another page in any case. */
export function DeletePage({ screen, state }: ActionPageProps) {
	const { t } = useTranslation("account");
	return (
		<ActionPage
			screen={screen}
			state={state}
			title={t("delete.ask")}
			text={t(TEXTS[screen.hasPassword ? "password" : "code"][screen.secondStep ? 1 : 0])}
		>
			<BeforeDeletion refundable={screen.refundable} manualRefund={screen.manualRefund} ends={screen.ends} />
			{!screen.hasPassword && <SendCode doing="delete" />}
			<form className="action-form" method="post" action={`${href("/account")}?do=delete`} noValidate>
				<input type="hidden" name="intent" value="delete" />
				<DeleteFields {...screen} state={state} />
				<Button variant="error" block>
					{t("delete.submit")}
				</Button>
			</form>
		</ActionPage>
	);
}
