import { useTranslation } from "react-i18next";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedAct } from "./load-act.server.ts";
import { usePersonPath } from "./person-path.ts";

const DANGEROUS = new Set<LoadedAct["act"]>(["block", "drop-second-step"]);

/** The page that confirms an act: what will happen, why, and who asks. */
export function ActPage({
	act,
	person,
	endsRenewal,
	needed,
	state,
}: LoadedAct & { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const { called, card, path } = usePersonPath(person);
	const title = t(`acts.${act}.title`);
	return (
		<FormPage
			path={path}
			title={title}
			action={`${card}&do=${act}`}
			button={{
				label: title,
				pendingLabel: t("confirm.sending"),
				variant: DANGEROUS.has(act) ? "error" : "primary",
			}}
			state={state}
			needed={needed}
			asksWhy={act === "block" ? "told" : true}
		>
			<p>
				<b>{called}</b> {called !== person.email && <small>{person.email}</small>}
			</p>
			<p>{t(`acts.${act}.text`)}</p>
			{endsRenewal && <p>{t("acts.block.endsRenewal")}</p>}
		</FormPage>
	);
}
