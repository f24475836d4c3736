import { useTranslation } from "react-i18next";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { Icon } from "../../../icons/icon.tsx";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";
import { UploadForm } from "./upload-form.tsx";
import type { Uploads } from "./use-uploads.ts";

/** Nothing has been uploaded yet. */
export function Empty({ uploadId, uploads }: { uploadId: string; uploads: Uploads }) {
	const { t } = useTranslation("documents");
	const { t: tf } = useTranslation(["files", "reading"]);
	return (
		<div className="card doc-void">
			<span className="tile tile-lg">
				<Icon name="file-document-plus-outline" size="xl" />
			</span>
			<b>{t("empty.title")}</b>
			<p>
				{t("empty.text", {
					size: formatBytes(tf, FILE_LIMITS.bytes),
					picture: formatBytes(tf, FILE_LIMITS.pictureBytes),
				})}
			</p>
			<UploadForm uploadId={uploadId} collectionId={null} uploads={uploads} />
		</div>
	);
}
