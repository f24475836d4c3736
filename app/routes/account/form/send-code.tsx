import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { ActionForm, useSending } from "./action-form.tsx";

/** Requests the six-digit code that an account without a password needs; returns to the page of the action. */
export function SendCode({ doing }: { doing: string }) {
	const { t } = useTranslation("account");
	return (
		<ActionForm className="send-code" intent="send-code" doing={doing}>
			<Button variant="tonal" pendingLabel={t("sending")} pending={useSending("send-code")}>
				{t("owner.sendCode")}
			</Button>
		</ActionForm>
	);
}
