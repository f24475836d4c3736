import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { listAddress } from "../addresses.ts";
import type { Problem } from "../list/problem.ts";
import type { LoadedPage } from "../load/load-page.server.ts";
import { CollectPage } from "./collect-page.tsx";
import { deletionText } from "./deletion-text.ts";
import { FormPage, fieldsOf, NameField } from "./form-page.tsx";
import { ReplacePage } from "./replace-page.tsx";
import { UsedPage } from "./used-page.tsx";

/** An action on a page of its own. */
export function ActionPage({ problem, ...page }: LoadedPage & { problem: Problem | null }) {
	const { t } = useTranslation("documents");
	switch (page.doing) {
		case "new-collection":
			return (
				<FormPage
					title={t("collection.newTitle")}
					text={t("collection.newText")}
					back="/documents"
					intent="make-collection"
					fields={{ collectionId: page.id }}
					submit={t("collection.create")}
				>
					<NameField problem={problem} />
				</FormPage>
			);
		case "edit-collection": {
			const { id, name } = page.collection;
			return (
				<FormPage
					title={t("collection.editTitle")}
					back={listAddress({ collectionId: id })}
					intent="rename-collection"
					fields={{ collectionId: id }}
					submit={t("collection.save")}
					aside={
						<LinkButton
							to={listAddress({ collectionId: id }, { do: "delete-collection" })}
							variant="error-text"
							icon="trash-can-outline"
						>
							{t("collection.delete")}
						</LinkButton>
					}
				>
					<NameField problem={problem} name={name} />
				</FormPage>
			);
		}
		case "delete-collection": {
			const { id, name } = page.collection;
			return (
				<FormPage
					title={t("collection.deleteTitle")}
					text={t("collection.deleteText", { name })}
					back={listAddress({ collectionId: id })}
					intent="delete-collection"
					fields={{ collectionId: id }}
					submit={t("deleting.submit")}
					danger
				/>
			);
		}
		case "delete":
			return (
				<FormPage
					title={t("deleting.title")}
					text={deletionText(t, page)}
					back={listAddress(page)}
					intent="delete"
					fields={fieldsOf(page)}
					submit={t("deleting.submit")}
					danger
				/>
			);
		case "rename":
			return (
				<FormPage
					title={t("renaming.title")}
					back={listAddress(page)}
					intent="rename"
					fields={fieldsOf(page)}
					submit={t("collection.save")}
				>
					<TextField
						name="name"
						label={t("renaming.name")}
						defaultValue={problem?.problem === "name" ? problem.name : page.file.name}
						error={problem?.problem === "name" ? t("renaming.empty") : undefined}
						required
						autoComplete="off"
					/>
				</FormPage>
			);
		case "replace":
			return <ReplacePage page={page} problem={problem} />;
		case "collect":
			return <CollectPage page={page} problem={problem} />;
		case "used":
			return <UsedPage page={page} />;
	}
}
