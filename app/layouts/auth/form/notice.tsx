import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import type { FormState } from "./form-state.server.ts";

/** The banner above a returned form. */
export function FormNotice({ state }: { state: FormState | undefined }) {
	const { t } = useTranslation("auth");
	if (!state) return null;
	const [title, text] = SENTENCES[state.notice](t, state);
	return (
		<Banner className="auth-notice" tone="error" title={title}>
			{text}
		</Banner>
	);
}

type Sentences = (t: TFunction<"auth">, state: FormState) => [title: string, text: string];

/** Only the pair that is shown is looked up: plural forms are most of the cost of this banner. */
const SENTENCES: Record<FormState["notice"], Sentences> = {
	check: (t, { errors = {} }) => [
		t("form.check"),
		t("form.fixFields", { count: Object.keys(errors).length }),
	],
	wrong: (t) => [t("login.failed"), t("login.wrong")],
	"wrong-code": (t) => [t("login.failed"), t("secondStep.wrong")],
	"step-expired": (t) => [t("secondStep.expired"), t("secondStep.expiredText")],
	"key-unreadable": (t) => [t("login.failed"), t("secondStep.unreadable")],
	blocked: (t) => [t("login.failed"), t("login.blocked")],
	closed: (t) => [t("registration.closedTitle"), t("registration.closed")],
	busy: (t) => [t("form.busy"), t("form.busyText")],
	"too-many": (t, { minutes = 1 }) => [t("form.tooMany"), t("form.tryIn", { count: minutes })],
	"email-wait": (t, { minutes = 1 }) => [t("form.emailWait"), t("form.nextEmailIn", { count: minutes })],
};
