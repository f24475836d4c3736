import { useTranslation } from "react-i18next";
import { FileField } from "../../../ui/file-field.tsx";
import { ACCEPT } from "../../chat/composer/attachments/attach-control.tsx";
import { listAddress } from "../addresses.ts";
import type { Problem } from "../list/problem.ts";
import type { FilePage } from "../load/load-page.server.ts";
import { FormPage, fieldsOf } from "./form-page.tsx";

/** Chooses the file that takes a document's place. */
export function ReplacePage({ page, problem }: { page: FilePage; problem: Problem | null }) {
	const { t } = useTranslation("documents");
	return (
		<FormPage
			title={t("replace.title")}
			text={t("replace.text", { name: page.file.name })}
			back={listAddress(page)}
			intent="replace"
			fields={{ ...fieldsOf(page), uploadId: page.newId }}
			submit={t("replace.submit")}
			problem={problem}
			multipart
		>
			<FileField id="replacement" name="files" label={t("replace.file")} accept={ACCEPT} />
		</FormPage>
	);
}
