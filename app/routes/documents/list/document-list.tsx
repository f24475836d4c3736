import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { usePopMenus } from "../../../ui/use-pop-menus.ts";
import type { ListedDocument } from "../load/load-list.server.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { DocumentRow } from "./document-row.tsx";
import { useReading } from "./use-reading.ts";

type Props = {
	documents: readonly ListedDocument[];
	collectionId: string | null;
	/** A model can be shown the pages of a scan. */
	someSee: boolean;
};

/** The documents, with the state of those that are being read. */
export function DocumentList({ documents, collectionId, someSee }: Props) {
	const { t } = useTranslation("documents");
	const { pathname, search } = useLocation();
	const [deleting, setDeleting] = useState<string | null>(null);
	const menus = usePopMenus();
	const states = useReading(documents);
	const isUnread = documents.some(({ state }) => state === "waiting" || state === "reading");
	return (
		<>
			{isUnread ? (
				// Not by itself: a file that is being chosen below would be lost.
				<noscript>
					<LinkButton to={`${pathname}${search}`} icon="refresh" size="sm" className="self-start">
						{t("reload")}
					</LinkButton>
				</noscript>
			) : null}
			<ul className="card doc-list" aria-label={t(collectionId ? "listOf" : "list")} {...menus}>
				{documents
					.map((file) => ({ ...file, ...states.get(file.id) }))
					.map((file) => (
						<li key={file.id} data-file-id={file.id} data-state={file.state}>
							<DocumentRow
								file={file}
								collectionId={collectionId}
								someSee={someSee}
								onDelete={() => setDeleting(file.id)}
							/>
						</li>
					))}
			</ul>
			<DeleteDialog fileId={deleting} collectionId={collectionId} onClose={() => setDeleting(null)} />
		</>
	);
}
