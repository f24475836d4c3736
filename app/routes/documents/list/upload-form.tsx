import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { FilesChosen } from "../../../ui/files-chosen.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";
import { ACCEPT } from "../../chat/composer/attachments/attach-control.tsx";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = { uploadId: string; collectionId: string | null; uploads: Uploads };

/** Chooses files, which are sent at once; without script by its button. */
export function UploadForm({ uploadId, collectionId, uploads }: Props) {
	const { t } = useTranslation(["documents", "kit"]);
	const { t: tf } = useTranslation(["files", "reading"]);
	const limits = {
		count: FILE_LIMITS.perPrompt,
		size: formatBytes(tf, FILE_LIMITS.bytes),
		picture: formatBytes(tf, FILE_LIMITS.pictureBytes),
	};
	const scripted = useScripted();
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
		<form method="post" encType="multipart/form-data" className="doc-upload">
			<input type="hidden" name="intent" value="upload" />
			<input type="hidden" name="uploadId" value={uploadId} />
			<input type="hidden" name="collectionId" value={collectionId ?? ""} />
			<label className="btn btn-primary attach" title={t("uploadHelp", limits)}>
				<Icon name="tray-arrow-up" />
				{/* The words are attributes: a text browser shows the name of the field alone, beside its own words. */}
				<span className="script-only" data-words={t("upload")} />
				<noscript>
					<span data-words={t("kit:file.chooseSeveral")} />
				</noscript>
				<span className="sr-only">{t("uploadField")}</span>{" "}
				<input
					ref={field}
					type="file"
					name="files"
					multiple
					required={!scripted}
					accept={ACCEPT}
					onChange={take}
				/>
			</label>{" "}
			<noscript>
				<div>
					<FilesChosen />
					<Button variant="primary">{t("upload")}</Button>
					<p>{t("uploadHelp", limits)}</p>
				</div>
			</noscript>
		</form>
	);
}
