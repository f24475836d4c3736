import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

type RemovePageProps = {
	isModel: boolean;
	name: string;
	/** The query that names what is removed. */
	search: string;
	source: { revision: string };
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** Takes out a model, or a server with its models. */
export function RemovePage({ isModel, name, search, source, needed, state }: RemovePageProps) {
	const { t } = useTranslation("admin");
	const models = href("/admin/models");
	const title = t(isModel ? "models.removeModel" : "models.remove");
	return (
		<FormPage
			path={[[models, t("models.title")]]}
			title={title}
			action={models + search}
			button={{ label: title, pendingLabel: t("models.saving"), variant: "error" }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={source.revision} />
			<p>
				<b>{name}</b>
			</p>
			<p>{t(isModel ? "models.removeModelText" : "models.removeText")}</p>
		</FormPage>
	);
}
