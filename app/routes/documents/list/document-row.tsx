import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { isShowableScan } from "../../../files/pictures/count-pictures.ts";
import { failureText } from "../../chat/composer/attachments/failure-text.ts";
import { FileName } from "../../chat/composer/attachments/file-name.tsx";
import { FileIcon, isLookedAt } from "../../chat/pictures/file-icon.tsx";
import { filePage, textAddress } from "../addresses.ts";
import type { ListedDocument } from "../load/load-list.server.ts";
import { DocumentCaption } from "./document-caption.tsx";
import { RowMenu } from "./row-menu.tsx";

type Props = {
	file: ListedDocument;
	collectionId: string | null;
	/** A model can be shown the pages of a scan. */
	someSee: boolean;
	onDelete: () => void;
};

/** A document: its kind, its name, what it is, where it is used, when it came, and its actions. */
export function DocumentRow({ file, collectionId, someSee, onDelete }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const { t: td } = useTranslation("documents");
	const busy = file.state === "waiting" || file.state === "reading";
	return (
		<div className="doc-row" aria-busy={busy || undefined}>
			{busy ? (
				<span className="att-ic">
					<span className="spinner" />
				</span>
			) : (
				<FileIcon file={file} />
			)}{" "}
			<span className="min-w-0">
				{file.state === "ready" ? (
					<a
						className="doc-name"
						href={isLookedAt(file) ? `/files/view?id=${file.id}` : textAddress(file.id)}
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
						<>
							<span className="doc-why">
								{failureText(t, file.failure)} {file.replaces ? td("notReplaced") : null}
							</span>{" "}
							{someSee && isShowableScan(file) ? <ShowPages file={file} collectionId={collectionId} /> : null}
						</>
					) : (
						<DocumentCaption file={file} />
					)}
					{file.notReplacedBy ? (
						<span className="doc-why"> {td("notReplacedBy", { name: file.notReplacedBy })}</span>
					) : null}
				</span>
			</span>{" "}
			<Uses file={file} collectionId={collectionId} /> <Added added={file.added} />{" "}
			<RowMenu file={file} collectionId={collectionId} onDelete={onDelete} />
		</div>
	);
}

/** Has the pages of a scan made into pictures, which a model that sees is shown. */
function ShowPages({ file, collectionId }: Pick<Props, "file" | "collectionId">) {
	const { t } = useTranslation("files");
	return (
		<Form method="post">
			<input type="hidden" name="intent" value="as-pictures" />
			<input type="hidden" name="fileId" value={file.id} />
			<input type="hidden" name="collectionId" value={collectionId ?? ""} />
			<button type="submit" className="link">
				{t("picture.showPages")}
			</button>
		</Form>
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
