import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/banner.tsx";
import type { FormState } from "./form-state.ts";

/** The banner above a form that came back. */
export function FormNotice({ state }: { state: FormState | undefined }) {
	const { t } = useTranslation("auth");
	if (!state) return null;
	const minutes = state.minutes ?? 1;
	const fields = Object.keys(state.errors ?? {}).length;
	const [title, text] = {
		check: [t("form.check"), t("form.mend", { count: fields })],
		wrong: [t("login.failed"), t("login.wrong")],
		"wrong-code": [t("login.failed"), t("secondStep.wrong")],
		"step-gone": [t("secondStep.gone"), t("secondStep.goneText")],
		"key-unreadable": [t("login.failed"), t("secondStep.unreadable")],
		blocked: [t("login.failed"), t("login.blocked")],
		closed: [t("registration.closedTitle"), t("registration.closed")],
		busy: [t("form.busy"), t("form.busyText")],
		"too-many": [t("form.tooMany"), t("form.tryIn", { count: minutes })],
		"letter-wait": [t("form.letterWait"), t("form.nextLetterIn", { count: minutes })],
	}[state.notice];
	return (
		<Banner className="auth-notice" tone="error" title={title}>
			{text}
		</Banner>
	);
}
