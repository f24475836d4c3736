import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProofFields, SendCode, useFieldProblem } from "../confirm/confirm-fields.tsx";
import { Section } from "../section.tsx";
import { editionActPath, editionPath } from "./edition-path.ts";
import type { EditionsState } from "./editions-state.ts";
import type { LoadedEdition } from "./load-edition.server.ts";

type PublishFormProps = Pick<LoadedEdition, "kind" | "edition" | "current"> & {
	draft: NonNullable<LoadedEdition["draft"]>;
	state: EditionsState | undefined;
};

/** Publishes a draft from a day on. */
export function PublishForm({ kind, edition, current, draft, state }: PublishFormProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const { earliest, earliestWords, promised, needed, revision } = draft;
	return (
		<Section title={t("editions.publication")}>
			<form className="adm-form" method="post" action={editionPath(kind, edition)} noValidate>
				<input type="hidden" name="revision" value={state?.values?.revision ?? revision} />
				<TextField
					name="day"
					type="date"
					label={t("editions.day")}
					defaultValue={state?.values?.day ?? earliest}
					error={
						state?.errors?.day === "day-early"
							? t("editions.early", { day: earliestWords, count: promised })
							: problem("day")
					}
					help={t("editions.early", { day: earliestWords, count: promised })}
					min={earliest}
					required
				/>
				<p className="note">{t(`editions.effect.${kind}`, { number: current })}</p>
				<p className="note">{t("editions.immutable")}</p>
				<ProofFields state={state} needed={needed} />
				<div className="form-acts">
					<Button variant="primary" pendingLabel={t("editions.publishing")}>
						{t("editions.publish")}
					</Button>
					<LinkButton to={editionActPath(kind, "remove")} variant="error-text">
						{t("editions.remove.title")}
					</LinkButton>
					<SendCode needed={needed} />
				</div>
			</form>
		</Section>
	);
}
