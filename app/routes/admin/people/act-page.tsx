import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedAct } from "./load-act.server.ts";

const DANGEROUS = new Set<LoadedAct["act"]>(["block", "drop-second-step"]);

/** The page that confirms an act: what will happen, why, and who asks. */
export function ActPage({ act, person, needed, state }: LoadedAct & { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const card = `${href("/admin/people")}?account=${person.id}`;
	const name = person.name ?? person.email ?? person.id;
	const title = t(`acts.${act}.title`);
	return (
		<FormPage
			path={[
				[href("/admin/people"), t("people.title")],
				[card, name],
			]}
			title={title}
			action={`${card}&do=${act}`}
			button={{
				label: title,
				pendingLabel: t("confirm.sending"),
				variant: DANGEROUS.has(act) ? "error" : "primary",
			}}
			state={state}
			needed={needed}
		>
			<p>
				<b>{name}</b> <small>{person.email}</small>
			</p>
			<p>{t(`acts.${act}.text`)}</p>
		</FormPage>
	);
}
