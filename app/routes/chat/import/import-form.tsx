import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { Progress } from "../../../ui/progress.tsx";

/** Selects and uploads a file. With script the page shows the upload's progress. */
export function ImportForm() {
	const { t } = useTranslation("import");
	return (
		<form
			method="post"
			encType="multipart/form-data"
			action={href("/chat/import")}
			data-upload={t("errors.cut-upload")}
			data-upload-too-big={t("errors.too-big")}
		>
			<FileField
				id="import-file"
				name="file"
				label={t("file")}
				accept=".zip,.json"
				aria-describedby="import-help"
			/>
			<p className="field-help" id="import-help">
				{t("help")}
			</p>
			<Progress label={t("progress")} value={0} hidden />
			<p className="import-broken" role="alert" hidden />
			<Button type="submit" variant="primary" block pendingLabel={t("pending")}>
				{t("submit")}
			</Button>
		</form>
	);
}
