import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import type { AccountFormState } from "../actions/action-state.ts";

type NoticeProps = {
	state: AccountFormState | undefined;
	/** Intents of the forms it is shown above; without them, of all. */
	intents?: readonly string[];
};

/** The banner above a returned form. */
export function AccountNoticeBanner({ state, intents }: NoticeProps) {
	const { t } = useTranslation("account");
	if (!state || (intents && !intents.includes(state.intent))) return null;
	const count = state.minutes ?? 1;
	const fields = Object.keys(state.errors ?? {}).length;
	const [title, text] = {
		check: [t("notices.check"), t("notices.fixFields", { count: fields })],
		"wrong-password": [t("notices.wrongPassword"), t("notices.wrongPasswordText")],
		"wrong-code": [t("notices.wrongCode"), t("notices.wrongCodeText")],
		"wrong-app-code": [t("notices.wrongCode"), t("notices.wrongAppCodeText")],
		"key-unreadable": [t("notices.unknownAction"), t("notices.keyUnreadable")],
		"too-many": [t("notices.tooMany"), t("notices.tryIn", { count })],
		"email-wait": [t("notices.emailWait"), t("notices.nextEmailIn", { count })],
		busy: [t("notices.busy"), t("notices.busyText")],
		"last-owner": [t("notices.lastOwner"), t("notices.lastOwnerText")],
		"unknown-action": [t("notices.unknownAction"), t("notices.unknownActionText")],
	}[state.notice];
	return (
		<Banner className="account-notice" tone="error" title={title}>
			{text}
		</Banner>
	);
}
