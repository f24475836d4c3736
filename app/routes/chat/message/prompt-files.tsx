import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { failureText } from "../composer/attachments/failure-text.ts";
import { FileCaption } from "../composer/attachments/file-caption.tsx";
import { fileKind } from "../composer/attachments/file-kind.ts";
import { FileName } from "../composer/attachments/file-name.tsx";

type Props = { files: readonly ShownFile[]; conversationId: string };

/** The files of a question, as cards above it. */
export function PromptFiles({ files, conversationId }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	if (files.length === 0) return null;
	return (
		<ul className="q-files" aria-label={t("attached")}>
			{files.map((file) => (
				<FileCard key={file.id} file={file} conversationId={conversationId} />
			))}
		</ul>
	);
}

function FileCard({ file, conversationId }: { file: ShownFile; conversationId: string }) {
	const { t } = useTranslation(["files", "reading"]);
	const { kind, icon } = fileKind(file);
	const failed = file.state === "failed";
	return (
		<li
			className="file-card"
			data-file-id={file.id}
			data-state={file.state}
			data-removed={file.removed || undefined}
		>
			<a href={`/files?id=${file.id}`} download>
				<span className="sr-only">{t("download")}</span>{" "}
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
		</li>
	);
}

/** The model is not told about the file any more; the question still names it. */
function TakeOut({ file, conversationId }: { file: ShownFile; conversationId: string }) {
	const { t } = useTranslation(["files", "reading"]);
	const fetcher = useFetcher();
	return (
		<fetcher.Form method="post" action="/chat">
			<input type="hidden" name="intent" value="detach" />
			<input type="hidden" name="conversationId" value={conversationId} />
			<input type="hidden" name="fileId" value={file.id} />
			<IconButton
				type="submit"
				icon="close"
				iconSize="sm"
				size="sm"
				label={t("takeOut", { name: file.name })}
				aria-disabled={fetcher.state !== "idle" || undefined}
			/>
		</fetcher.Form>
	);
}
