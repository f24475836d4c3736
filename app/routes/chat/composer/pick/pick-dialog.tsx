import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { COLLECTION_LIMITS } from "../../../../files/collections/collection-limits.ts";
import type { ShownCollection } from "../../../../files/collections/collections.server.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { PickChoices } from "./pick-choices.tsx";
import { usePick } from "./use-pick.ts";

type Picked = { files: ShownFile[]; collections: ShownCollection[] };

export type PickDialogProps = {
	open: boolean;
	onClose: () => void;
	onPick: (picked: Picked) => void;
	/** The documents and collections that the question has already. */
	has: ReadonlySet<string>;
	/** How many files and collections it may have besides. */
	room: { files: number; collections: number };
};

/** Chooses documents and collections for the question that is being written. */
export default function PickDialog({ open, onClose, onPick, has, room }: PickDialogProps) {
	const { t } = useTranslation("files");
	const [named, setNamed] = useState("");
	const [picked, setPicked] = useState<Picked>(NOTHING);
	const { pick, failed, again } = usePick(open, named);
	const collections = pick?.collections.filter(({ id }) => !has.has(id)) ?? [];
	const documents = pick?.documents.filter(({ id }) => !has.has(id)) ?? [];
	const change = (id: string, isChosen: boolean) =>
		setPicked((now) => ({
			files: changed(now.files, documents, id, isChosen),
			collections: changed(now.collections, collections, id, isChosen),
		}));
	const count = picked.files.length + picked.collections.length;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t("pick.title")}
			wide
			actions={
				<>
					<p className="pick-count" role="status">
						{count > 0 ? <Count picked={picked} /> : null}
					</p>
					<Button type="button" variant="ghost" onClick={onClose}>
						{t("pick.cancel")}
					</Button>
					{pick?.none ? (
						<LinkButton to={href("/documents")} variant="primary">
							{t("pick.toDocuments")}
						</LinkButton>
					) : (
						<Button
							type="button"
							variant="primary"
							aria-disabled={count === 0 || undefined}
							onClick={() => {
								if (count === 0) return;
								onPick(picked);
								onClose();
							}}
						>
							{t("pick.submit")}
						</Button>
					)}
				</>
			}
		>
			{pick?.none ? (
				<p className="dialog-text">{t("pick.none")}</p>
			) : (
				<div className="field field-compact mt-4">
					<div className="field-box">
						<Icon name="magnify" />
						<input
							className="input"
							type="search"
							value={named}
							placeholder={t("pick.find")}
							aria-label={t("pick.find")}
							maxLength={200}
							onChange={(event) => setNamed(event.target.value)}
						/>
					</div>
				</div>
			)}
			{failed ? (
				<div className="pick-failed" role="alert">
					<p>{t("pick.failed")}</p>
					<Button type="button" size="sm" onClick={again}>
						{t("retry")}
					</Button>
				</div>
			) : pick ? (
				<PickChoices
					collections={collections}
					documents={documents}
					chosen={new Set([...picked.files, ...picked.collections].map(({ id }) => id))}
					onChange={change}
					full={{
						documents: picked.files.length >= room.files,
						collections: picked.collections.length >= room.collections,
					}}
				/>
			) : (
				<p className="pick-failed" role="status">
					{t("pick.loading")}
				</p>
			)}
			<div role="status">
				{pick && !pick.none && collections.length + documents.length === 0 ? (
					<p className="menu-note">{t(pick.named === "" ? "pick.allAttached" : "pick.noneFound")}</p>
				) : null}
				{pick?.more ? <p className="menu-note">{t("pick.more", { count: pick.documents.length })}</p> : null}
				{picked.files.length > 0 && picked.files.length >= room.files ? (
					<p className="menu-note">{t("pick.fullFiles")}</p>
				) : null}
				{picked.collections.length > 0 && picked.collections.length >= room.collections ? (
					<p className="menu-note">
						{t("pick.fullCollections", { count: COLLECTION_LIMITS.perConversation })}
					</p>
				) : null}
			</div>
		</Dialog>
	);
}

const NOTHING: Picked = { files: [], collections: [] };

/** The chosen ones of a kind with one more, or one less; what is no longer listed stays chosen. */
function changed<Item extends { id: string }>(
	chosen: readonly Item[],
	listed: readonly Item[],
	id: string,
	isChosen: boolean,
): Item[] {
	const others = chosen.filter((item) => item.id !== id);
	return isChosen ? [...others, ...listed.filter((item) => item.id === id)] : others;
}

/** «Выбрано: подборка и 2 файла». */
function Count({ picked: { files, collections } }: { picked: Picked }) {
	const { t } = useTranslation("files");
	const parts = [
		collections.length > 0 ? t("pick.collections", { count: collections.length }) : "",
		files.length > 0 ? t("pick.files", { count: files.length }) : "",
	].filter(Boolean);
	return t("pick.chosen", { what: parts.join(t("pick.and")) });
}
