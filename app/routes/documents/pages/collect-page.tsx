import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { listAddress } from "../addresses.ts";
import type { Problem } from "../list/problem.ts";
import type { FilePage } from "../load/load-page.server.ts";
import { FormPage, fieldsOf, NameField } from "./form-page.tsx";

/** The collections that a document is in, and a new one for it. */
export function CollectPage({ page, problem }: { page: FilePage; problem: Problem | null }) {
	const { t } = useTranslation("documents");
	const { collections, inside, file } = page;
	const text = t("collecting.text", { name: file.name });
	return (
		<FormPage
			title={t("collecting.title")}
			text={collections.length > 0 ? text : t("collecting.none")}
			back={listAddress(page)}
			intent="collect"
			fields={{ ...fieldsOf(page), newCollectionId: page.newId }}
			submit={t("collecting.save")}
			problem={problem}
		>
			{collections.length > 0 ? (
				<fieldset className="doc-pick">
					<legend className="sr-only">{text}</legend>
					{collections.map(({ id, name }) => (
						<Checkbox
							key={id}
							name="inCollection"
							id={`in-${id}`}
							value={id}
							defaultChecked={inside.some((collection) => collection.id === id)}
						>
							{name}
						</Checkbox>
					))}
				</fieldset>
			) : null}
			<NameField problem={problem} required={collections.length === 0} label={t("collecting.new")} />
		</FormPage>
	);
}
