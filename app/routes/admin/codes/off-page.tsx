import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

type OffPageProps = { code: string; needed: ProofNeeded; state: AdminFormState | undefined };

/** The page that confirms that a code is switched off. */
export function OffPage({ code, needed, state }: OffPageProps) {
	const { t } = useTranslation("admin");
	const codes = href("/admin/codes");
	const card = `${codes}?code=${encodeURIComponent(code)}`;
	return (
		<FormPage
			path={[
				[codes, t("codes.title")],
				[card, code],
			]}
			title={t("codes.off.title")}
			action={`${card}&do=off`}
			button={{ label: t("codes.off.button"), pendingLabel: t("confirm.sending"), variant: "error" }}
			state={state}
			needed={needed}
		>
			<p>{t("codes.off.text")}</p>
		</FormPage>
	);
}
