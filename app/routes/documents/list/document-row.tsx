import { useTranslation } from "react-i18next";
import { isPictureType } from "../../../files/reading/document-types.ts";
import { Icon } from "../../../icons/icon.tsx";
import { failureText } from "../../chat/composer/attachments/failure-text.ts";
import { fileKind } from "../../chat/composer/attachments/file-kind.ts";
import { FileName } from "../../chat/composer/attachments/file-name.tsx";
import { filePage, textAddress } from "../addresses.ts";
import type { ListedDocument } from "../load/load-list.server.ts";
import { DocumentCaption } from "./document-caption.tsx";
import { RowMenu } from "./row-menu.tsx";

type Props = { file: ListedDocument; collectionId: string | null; onDelete: () => void };

/** A document: its kind, its name, what it is, where it is used, when it came, and its actions. */
export function DocumentRow({ file, collectionId, onDelete }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const { kind, icon } = fileKind(file);
	const busy = file.state === "waiting" || file.state === "reading";
	return (
		<div className="doc-row" aria-busy={busy || undefined}>
			<span className="att-ic" data-kind={busy ? undefined : kind}>
				{busy ? <span className="spinner" /> : <Icon name={icon} />}
			</span>{" "}
			<span className="min-w-0">
				{file.state === "ready" ? (
					<a
						className="doc-name"
						href={isPictureType(file.type) ? `/files/view?id=${file.id}` : textAddress(file.id)}
					>
						<FileName name={file.name} />
					</a>
				) : (
					<span className="doc-name">
						<FileName name={file.name} />
					</span>
				)}{" "}
				<span className="doc-state">
					{file.state === "failed" ? (
						<span className="doc-why">{failureText(t, file.failure)}</span>
					) : (
						<DocumentCaption file={file} />
					)}
				</span>
			</span>{" "}
			<Uses file={file} collectionId={collectionId} /> <Added added={file.added} />{" "}
			<RowMenu file={file} collectionId={collectionId} onDelete={onDelete} />
		</div>
	);
}

/** The conversations that know it: one is linked, several have a page. */
function Uses({ file: { id, uses }, collectionId }: Pick<Props, "file" | "collectionId">) {
	const { t } = useTranslation("documents");
	const text = uses && t("chats", { count: uses.count });
	return (
		<span className="doc-used">
			{uses ? (
				<a
					href={uses.count === 1 ? `/chat?c=${uses.one}` : filePage("used", id, collectionId)}
					aria-label={t("usedIn", { where: text })}
				>
					{text}
				</a>
			) : null}
		</span>
	);
}

function Added({ added }: Pick<ListedDocument, "added">) {
	const { t } = useTranslation("documents");
	return <span className="doc-date">{typeof added === "string" ? t(added) : added.date}</span>;
}
