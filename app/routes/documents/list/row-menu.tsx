import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { isPlainClick } from "../../../ui/follow.ts";
import { filePage } from "../addresses.ts";
import type { ListedDocument } from "../load/load-list.server.ts";

type Props = { file: ListedDocument; collectionId: string | null; onDelete: () => void };

/** The actions of a document. Works without script; one menu is open at a time. */
export function RowMenu({ file, collectionId, onDelete }: Props) {
	const { t } = useTranslation("documents");
	const page = (name: Parameters<typeof filePage>[0]) => filePage(name, file.id, collectionId);
	const isReady = file.state === "ready";
	return (
		<details className="pop" name="document-menu">
			<summary className="icon-btn" title={t("actionsOf", { name: file.name })}>
				<Icon name="dots-vertical" />
				<span className="sr-only">{t("actionsOf", { name: file.name })}</span>
			</summary>
			<div className="menu pop-panel">
				{file.state === "failed" ? null : (
					<Item icon="message-plus-outline" to={`/chat?file=${file.id}`} text={t("action.ask")} />
				)}
				<Item icon="folder-plus-outline" to={page("collect")} text={t("action.collect")} />
				{collectionId ? (
					<Act
						intent="take-out"
						icon="folder-remove-outline"
						text={t("action.takeOut")}
						{...{ file, collectionId }}
					/>
				) : null}
				{file.kept ? null : (
					<Act intent="keep" icon="pin-outline" text={t("action.keep")} {...{ file, collectionId }} />
				)}
				{isReady ? (
					<Item icon="file-replace-outline" to={page("replace")} text={t("action.replace")} />
				) : null}
				<Item icon="pencil-outline" to={page("rename")} text={t("action.rename")} />
				<Item icon="tray-arrow-down" to={`/files?id=${file.id}`} text={t("action.download")} download />
				<div className="menu-sep" />
				<a
					className="menu-item menu-item-error"
					href={page("delete")}
					onClick={(event) => {
						if (!isPlainClick(event)) return;
						event.preventDefault();
						// The dialog gives the focus back, and the item is not shown any more then.
						event.currentTarget.closest("details")?.querySelector("summary")?.focus();
						onDelete();
					}}
				>
					<Icon name="trash-can-outline" />
					{t("action.delete")}
				</a>
			</div>
		</details>
	);
}

type ItemProps = { icon: IconName; to: string; text: string; download?: boolean };

const Item = ({ icon, to, text, download }: ItemProps) => (
	<a className="menu-item" href={to} download={download}>
		{/* The space is for a text browser: what parts them is a style. */}
		<Icon name={icon} />
		{text}{" "}
	</a>
);

type ActProps = Pick<Props, "file" | "collectionId"> & {
	intent: "keep" | "take-out";
	icon: IconName;
	text: string;
};

const Act = ({ intent, icon, text, file, collectionId }: ActProps) => (
	<Form method="post">
		<input type="hidden" name="intent" value={intent} />
		<input type="hidden" name="fileId" value={file.id} />
		<input type="hidden" name="collectionId" value={collectionId ?? ""} />
		<button type="submit" className="menu-item">
			<Icon name={icon} />
			{text}
		</button>
	</Form>
);
