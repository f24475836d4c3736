import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import { editionActPath, editionPath } from "./edition-path.ts";
import type { EditionsState } from "./editions-state.ts";
import type { LoadedDraft } from "./load-edition.server.ts";

type DraftPageProps = LoadedDraft & { state: EditionsState | undefined };

/** The text of the next edition. Nobody but staff sees it until it is published. */
export function DraftPage({ kind, title, description, body, revision, details, state }: DraftPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = { title, description, body, revision: String(revision), ...state?.values };
	const name = t(`editions.kinds.${kind}`);
	const list: [string, string] = [href("/admin/papers"), t("editions.title")];
	return (
		<FormPage
			path={revision === 0 ? [list] : [list, [editionPath(kind, "draft"), name]]}
			title={t("editions.draftOf", { name: name })}
			action={editionActPath(kind, "edit")}
			button={{ label: t("editions.save"), pendingLabel: t("look.saving") }}
			state={state}
			needed={null}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={values.revision} />
			<TextField
				name="title"
				label={t("editions.heading")}
				defaultValue={values.title}
				error={problem("title")}
				maxLength={200}
				required
			/>
			<TextField
				name="description"
				label={t("look.description")}
				defaultValue={values.description}
				error={problem("description")}
				maxLength={300}
				required
			/>
			<TextArea
				name="body"
				label={t("editions.body")}
				className="edition-text"
				defaultValue={values.body}
				error={state?.sentence ? t("editions.unreadable", { problem: state.sentence }) : problem("body")}
				help={t("editions.bodyHelp", { names: details.map((detail) => `{{${detail}}}`).join(", ") })}
				rows={24}
				spellCheck
				required
			/>
		</FormPage>
	);
}
