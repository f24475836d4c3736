import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { ACCEPT } from "../../chat/composer/attachments/attach-control.tsx";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = { uploadId: string; collectionId: string | null; uploads: Uploads };

/** Chooses files, which are sent at once; without script a field of files and its button. */
export function UploadForm({ uploadId, collectionId, uploads }: Props) {
	const { t } = useTranslation("documents");
	const { t: tf } = useTranslation(["files", "reading"]);
	const limits = { count: FILE_LIMITS.perPrompt, size: formatBytes(tf, FILE_LIMITS.bytes) };
	const field = useRef<HTMLInputElement>(null);
	const take = () => {
		const chosen = [...(field.current?.files ?? [])];
		// The same file may be chosen again.
		if (field.current) field.current.value = "";
		if (chosen.length > 0) uploads.add(chosen);
	};
	const takeChosen = useEffectEvent(take);
	// Files may have been chosen before the script ran.
	useEffect(() => takeChosen(), []);
	return (
		<>
			<label className="btn btn-primary attach script-only" title={t("uploadHelp", limits)}>
				<Icon name="tray-arrow-up" />
				<span>{t("upload")}</span>
				<input ref={field} type="file" multiple accept={ACCEPT} onChange={take} />
			</label>
			<noscript>
				<form method="post" encType="multipart/form-data" className="attach-plain">
					<input type="hidden" name="intent" value="upload" />
					<input type="hidden" name="uploadId" value={uploadId} />
					<input type="hidden" name="collectionId" value={collectionId ?? ""} />
					<label className="sr-only" htmlFor="files">
						{t("uploadField")}
					</label>
					<input id="files" type="file" name="files" multiple accept={ACCEPT} aria-describedby="files-help" />
					<Button variant="primary" icon="tray-arrow-up">
						{t("upload")}
					</Button>
					<p id="files-help">{t("uploadHelp", limits)}</p>
				</form>
			</noscript>
		</>
	);
}
