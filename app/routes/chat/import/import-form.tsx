import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
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
			<div className="import-file">
				<label htmlFor="import-file">{t("file")}</label>
				<input
					type="file"
					id="import-file"
					name="file"
					accept=".zip,.json"
					required
					aria-describedby="import-help"
				/>
				{/* What the browser says of a file is in its own language; the script puts the file's name into `data-chosen`. */}
				<span className="import-file-words" aria-hidden="true">
					<span data-words={t("choose")} />
					<span data-none={t("noFile")} data-chosen={t("chosen")} />
				</span>
			</div>
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
