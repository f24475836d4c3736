import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProofFields, SendCode, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { Section } from "../section.tsx";
import type { LoadedEdition } from "./load-edition.server.ts";
import { editionPath, paperActPath } from "./paper-path.ts";
import type { PapersState } from "./papers-state.ts";

type PublishFormProps = Pick<LoadedEdition, "kind" | "edition" | "current"> & {
	draft: NonNullable<LoadedEdition["draft"]>;
	state: PapersState | undefined;
};

/** Publishes a draft from a day on. */
export function PublishForm({ kind, edition, current, draft, state }: PublishFormProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const { earliest, earliestWords, promised, needed, revision } = draft;
	return (
		<Section title={t("papers.publication")}>
			<form className="adm-form" method="post" action={editionPath(kind, edition)} noValidate>
				<input type="hidden" name="revision" value={state?.values?.revision ?? revision} />
				<TextField
					name="day"
					type="date"
					label={t("papers.day")}
					defaultValue={state?.values?.day ?? earliest}
					error={
						state?.errors?.day === "day-early"
							? t("papers.early", { day: earliestWords, count: promised })
							: problem("day")
					}
					help={t("papers.early", { day: earliestWords, count: promised })}
					min={earliest}
					required
				/>
				<p className="note">{t(`papers.effect.${kind}`, { number: current })}</p>
				<p className="note">{t("papers.immutable")}</p>
				<ProofFields state={state} needed={needed} />
				<div className="form-acts">
					<Button variant="primary" pendingLabel={t("papers.publishing")}>
						{t("papers.publish")}
					</Button>
					<LinkButton to={paperActPath(kind, "remove")} variant="error-text">
						{t("papers.remove.title")}
					</LinkButton>
					<SendCode needed={needed} />
				</div>
			</form>
		</Section>
	);
}
