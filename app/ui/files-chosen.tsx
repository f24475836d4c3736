import { useTranslation } from "react-i18next";

/**
 * Says whether files were chosen in the field before it, where no script takes them at once. The field is in an element of the
 * class `attach`, and required: a stylesheet sees nothing else of what was chosen.
 */
export function FilesChosen() {
	const { t } = useTranslation("kit");
	return (
		<span
			className="files-chosen"
			data-none={t("file.noneSeveral")}
			data-chosen={t("file.chosenSeveral")}
			aria-hidden="true"
		/>
	);
}
