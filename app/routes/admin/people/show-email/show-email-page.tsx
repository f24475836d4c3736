import { useTranslation } from "react-i18next";
import { FormPage } from "../../confirm/form-page.tsx";
import type { AdminFormState } from "../../confirm/form-state.ts";
import { usePersonPath } from "../person-path.ts";
import type { LoadedShowEmail } from "./show-email.server.ts";

/** The page that shows an e-mail to staff who see it masked. */
export function ShowEmailPage({
	person,
	needed,
	state,
}: LoadedShowEmail & { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const { called, card, path } = usePersonPath(person);
	return (
		<FormPage
			path={path}
			title={t("showEmail.title")}
			action={`${card}&do=show-email`}
			button={{ label: t("showEmail.title"), pendingLabel: t("confirm.sending") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<p>
				<b>{called}</b> {called !== person.email && <small>{person.email}</small>}
			</p>
			<p>{t("showEmail.text")}</p>
		</FormPage>
	);
}
