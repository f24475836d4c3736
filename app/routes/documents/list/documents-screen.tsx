import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { Snackbar } from "../../../ui/snackbar.tsx";
import { useFocusRestore } from "../../../ui/use-focus-restore.ts";
import { listAddress } from "../addresses.ts";
import type { LoadedList } from "../load/load-list.server.ts";
import { DocumentList } from "./document-list.tsx";
import { Empty } from "./empty.tsx";
import { Found } from "./found.tsx";
import { Namesakes } from "./namesakes.tsx";
import type { Problem } from "./problem.ts";
import { ProblemBanner } from "./problem-banner.tsx";
import { Side } from "./side.tsx";
import { Tools } from "./tools.tsx";
import { UploadForm } from "./upload-form.tsx";
import { focusFallback, LISTED, UploadList } from "./upload-list.tsx";
import { useTold } from "./use-told.ts";
import { useUploads } from "./use-uploads.ts";

type Props = LoadedList & {
	/** A model can be shown the pages of a scan. */
	someSee: boolean;
	done: string | null;
	problem: Problem | null;
};

/** The list of documents, or of one collection; or what a search has found. */
export function DocumentsScreen(props: Props) {
	const { t } = useTranslation("documents");
	const { collection, documents, view, found, query, total } = props;
	const uploads = useUploads(view.collectionId, found ?? documents);
	const told = useTold(documents, uploads.came);
	useFocusRestore(focusFallback, LISTED);
	const [said, setSaid] = useState(props.done);
	const [shown, setShown] = useState(props.done);
	if (props.done !== shown) {
		setShown(props.done);
		if (props.done !== null) setSaid(props.done);
	}
	const close = useCallback(() => setSaid(null), []);
	const empty = !found && total === 0 && uploads.rows.length === 0 && props.collections.length === 0;
	return (
		<>
			<Head {...props} empty={empty} uploads={uploads} />
			{empty ? (
				<>
					<ProblemBanner problem={props.problem} />
					<Empty uploadId={props.uploadId} uploads={uploads} />
				</>
			) : (
				<div className="doc-cols">
					<Side {...props} />
					<div className="doc-stack">
						<ProblemBanner problem={props.problem} />
						<Namesakes again={props.again} collectionId={view.collectionId} />
						<Tools query={query} view={view} />
						<UploadList uploads={uploads} />
						{found ? (
							<Found {...found} query={query} view={view} />
						) : documents && documents.length > 0 ? (
							<DocumentList someSee={props.someSee} documents={documents} collectionId={view.collectionId} />
						) : (
							<div className="card doc-void">
								<b>{t(collection ? "emptyCollection.title" : "empty.title")}</b>
								<p>{collection ? t("emptyCollection.text") : null}</p>
							</div>
						)}
						{!found && props.pages > 1 ? (
							<Pagination
								label={t("pages")}
								page={view.page}
								pages={props.pages}
								hrefOf={(page) => listAddress({ ...view, page })}
							/>
						) : null}
					</div>
				</div>
			)}
			<p role="status" className="sr-only" data-told>
				{told}
			</p>
			<Snackbar text={said} onClose={close} />
		</>
	);
}

type HeadProps = Props & { empty: boolean; uploads: ReturnType<typeof useUploads> };

function Head({ collection, empty, uploads, uploadId }: HeadProps) {
	const { t } = useTranslation("documents");
	const sizes = collection && [
		t("collection.documents", { count: collection.files }),
		collection.pages > 0 ? t("collection.pages", { count: collection.pages }) : "",
	];
	return (
		<header className="page-head">
			<div>
				<h1 className="text-h2">{collection ? collection.name : t("title")}</h1>
				<p>{sizes ? sizes.filter(Boolean).join(", ") : t("sub")}</p>
			</div>
			{empty ? null : (
				<div className="doc-acts">
					{collection ? (
						<>
							<LinkButton
								to={listAddress({ collectionId: collection.id }, { do: "edit-collection" })}
								variant="ghost"
								icon="pencil-outline"
							>
								{t("collection.edit")}
							</LinkButton>
							<LinkButton
								to={`/chat?collection=${collection.id}`}
								variant="tonal"
								icon="message-plus-outline"
							>
								{t("collection.ask")}
							</LinkButton>
						</>
					) : null}
					<UploadForm uploadId={uploadId} collectionId={collection?.id ?? null} uploads={uploads} />
				</div>
			)}
		</header>
	);
}
