import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

type BackupPageProps = { folder: string; needed: ProofNeeded; state: AdminFormState | undefined };

/** The page that confirms that a copy of the data is made. */
export function BackupPage({ folder, needed, state }: BackupPageProps) {
	const { t } = useTranslation("admin");
	const to = href("/admin/state");
	return (
		<FormPage
			path={[[to, t("state.title")]]}
			title={t("state.backups.make")}
			action={`${to}?do=backup`}
			button={{ label: t("state.backups.make"), pendingLabel: t("state.backups.making") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<p>{t("state.backups.text", { folder })}</p>
		</FormPage>
	);
}
