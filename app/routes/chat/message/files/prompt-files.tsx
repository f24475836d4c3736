import { useTranslation } from "react-i18next";
import type { GivenDocument } from "../../../../chat/context/given-documents.server.ts";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import type { DeletedFile } from "../../../../files/files-of-prompts.server.ts";
import { isPictureType } from "../../../../files/reading/document-types.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { failureText } from "../../composer/attachments/failure-text.ts";
import { FileCaption } from "../../composer/attachments/file-caption.tsx";
import { fileKind } from "../../composer/attachments/file-kind.ts";
import { FileName } from "../../composer/attachments/file-name.tsx";
import { galleryOf, pageOf } from "../../pictures/gallery.ts";
import { PictureGrid } from "../../pictures/picture-grid.tsx";
import { FileExtent } from "./file-extent.tsx";
import { ShowScan } from "./show-scan.tsx";
import { TakeOut } from "./take-out.tsx";

type Props = {
	files: readonly ShownFile[];
	/** The person has deleted them from the documents since. */
	deleted: readonly DeletedFile[];
	/** The parts of the files that the model was given for the answer. */
	given: readonly GivenDocument[];
	promptId: string;
	conversationId: string;
};

const isPicture = ({ type, state }: ShownFile) => isPictureType(type) && state !== "failed";

/** The files of a question above it: its pictures, and the others as cards. */
export function PromptFiles({ files, deleted, given, promptId, conversationId }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const pictures = files.filter(isPicture);
	const cards = files.filter((file) => !isPicture(file));
	return (
		<>
			{pictures.length > 0 ? (
				<PictureGrid files={pictures} all={files} promptId={promptId} conversationId={conversationId} />
			) : null}
			{cards.length + deleted.length > 0 ? (
				<ul className="q-files" aria-label={t("attached")}>
					{cards.map((file) => (
						<FileCard
							key={file.id}
							file={file}
							given={given.find((document) => document.file === file.id)}
							promptId={promptId}
							conversationId={conversationId}
						/>
					))}
					{deleted.map((file) => (
						<DeletedCard key={file.id} file={file} />
					))}
				</ul>
			) : null}
		</>
	);
}

function DeletedCard({ file: { name, type } }: { file: DeletedFile }) {
	const { t } = useTranslation("files");
	return (
		<li className="file-card" data-deleted>
			<div>
				<span className="att-ic">
					<Icon name="file-remove-outline" />
				</span>
				<span className="min-w-0">
					<FileName name={name} />{" "}
					<span className="att-meta">{t(isPictureType(type) ? "deletedPicture" : "deleted")}</span>
				</span>
			</div>
		</li>
	);
}

type CardProps = {
	file: ShownFile;
	given: GivenDocument | undefined;
	promptId: string;
	conversationId: string;
};

function FileCard({ file, given, promptId, conversationId }: CardProps) {
	const { t } = useTranslation(["files", "reading"]);
	const { kind, icon } = fileKind(file);
	const failed = file.state === "failed" && !file.removed;
	// A scan whose pages are shown opens at the first of them.
	const [first] = file.asPictures ? galleryOf([file]) : [];
	return (
		<li
			className="file-card"
			data-file-id={file.id}
			data-state={file.state}
			data-removed={file.removed || undefined}
		>
			<a href={first ? pageOf(first, promptId) : `/files?id=${file.id}`} download={first ? undefined : true}>
				<span className="sr-only">{t(first ? "picture.pages" : "download")}</span>{" "}
				<span className="att-ic" data-kind={failed ? undefined : kind}>
					<Icon name={failed ? "alert-circle-outline" : icon} />
				</span>
				<span className="min-w-0">
					<FileName name={file.name} />{" "}
					<span className="att-meta">
						{failed ? (
							failureText(t, file.failure)
						) : file.removed ? (
							t("takenOut")
						) : (
							<FileCaption file={file} />
						)}
					</span>
				</span>
			</a>
			{file.removed ? null : <TakeOut file={file} conversationId={conversationId} />}
			<ShowScan file={file} conversationId={conversationId} />
			{file.state === "ready" && !file.removed ? (
				<FileExtent file={file} given={given} conversationId={conversationId} />
			) : null}
		</li>
	);
}
