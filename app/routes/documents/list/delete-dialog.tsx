import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useFetcher, useNavigation } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { filePage } from "../addresses.ts";
import type { FilePage, LoadedPage } from "../load/load-page.server.ts";
import { deletionText } from "../pages/deletion-text.ts";

type Props = { fileId: string | null; collectionId: string | null; onClose: () => void };

/** Asks before a document is deleted, with what is lost. The words of the page for it are read first. */
export function DeleteDialog({ fileId, collectionId, onClose }: Props) {
	const { t } = useTranslation("documents");
	const navigation = useNavigation();
	/** The text stays while the dialog closes. */
	const [last, setLast] = useState<FilePage | null>(null);
	const [readId, setReadId] = useState<string | null>(null);
	if (fileId === null && readId !== null) setReadId(null);
	const isOpen = fileId !== null && readId === fileId;
	return (
		<>
			{fileId !== null && !isOpen ? (
				<ReadPage
					key={fileId}
					address={filePage("delete", fileId, collectionId)}
					onRead={(page) => {
						setLast(page);
						setReadId(page.file.id);
					}}
				/>
			) : null}
			<Dialog
				open={isOpen}
				onClose={onClose}
				title={t("deleting.title")}
				text={last ? deletionText(t, last) : ""}
				actions={
					<>
						<Button type="button" variant="ghost" onClick={onClose}>
							{t("collection.cancel")}
						</Button>
						<Button
							type="submit"
							form="delete-document"
							variant="error"
							pending={navigation.state === "submitting"}
						>
							{t("deleting.submit")}
						</Button>
					</>
				}
			>
				<Form id="delete-document" method="post" onSubmit={onClose}>
					<input type="hidden" name="intent" value="delete" />
					<input type="hidden" name="fileId" value={last?.file.id ?? ""} />
					<input type="hidden" name="collectionId" value={collectionId ?? ""} />
				</Form>
			</Dialog>
		</>
	);
}

/**
 * Reads the page of a deletion, and is gone when it has: after the deletion it would be read again, and there is none.
 */
function ReadPage({ address, onRead }: { address: string; onRead: (page: FilePage) => void }) {
	const { load, data } = useFetcher<{ page: LoadedPage | null }>();
	const read = useEffectEvent(onRead);
	useEffect(() => void load(address), [address, load]);
	const page = data?.page;
	useEffect(() => {
		if (page && "file" in page) read(page);
	}, [page]);
	return null;
}
