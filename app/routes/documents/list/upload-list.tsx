import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { type FocusFallback, nearestPart } from "../../../ui/use-focus-restore.ts";
import { FileName } from "../../chat/composer/attachments/file-name.tsx";
import type { UploadRow, Uploads } from "./use-uploads.ts";

/** Files on their way; those that were refused stand first, with the reason. */
export function UploadList({ uploads }: { uploads: Uploads }) {
	const { t } = useTranslation(["files", "reading"]);
	const refused = uploads.rows.filter(({ share }) => share === null);
	const sending = uploads.rows.filter(({ share }) => share !== null);
	return (
		<>
			<div role="alert">
				{refused.length > 0 ? (
					<ul className="doc-sending" aria-label={t("refused")}>
						{refused.map((row) => (
							<Row key={row.key} row={row} uploads={uploads} />
						))}
					</ul>
				) : null}
			</div>
			{sending.length > 0 ? (
				<ul className="doc-sending" aria-label={t("attached")}>
					{sending.map((row) => (
						<Row key={row.key} row={row} uploads={uploads} />
					))}
				</ul>
			) : null}
		</>
	);
}

/** The selector of one document in the list. */
export const LISTED = ".doc-list > li";

/**
 * A file that is sent again, or refused again, changes lists: its button there; after its end the field of files. The
 * menu of the document that takes a deleted one's place; the next offer to replace one.
 */
export const focusFallback: FocusFallback = (held) => {
	const { around, index } = held;
	const find = (selector: string) => document.querySelector<HTMLElement>(selector);
	const key = around.find((part) => part.matches("[data-key]"))?.getAttribute("data-key");
	if (key || around.some((part) => part.matches(".doc-upload")))
		return find(`[data-key="${key}"] button`) ?? find(".doc-upload input[type=file]");
	const menus = document.querySelectorAll<HTMLElement>(`${LISTED} summary`);
	const menu = index < 0 ? null : (menus[index] ?? [...menus].at(-1));
	const offer = around.some((part) => part.matches(".doc-again")) ? find(".doc-again button") : null;
	return menu ?? offer ?? nearestPart(held);
};

function Row({ row: { key, name, share, problem, again }, uploads }: { row: UploadRow; uploads: Uploads }) {
	const { t } = useTranslation(["files", "reading"]);
	const percent = Math.floor((share ?? 0) * 100);
	return (
		<li
			data-key={key}
			className={share === null ? "att att-bad" : "att"}
			aria-busy={share !== null || undefined}
		>
			<span className="att-ic">
				{share === null ? <Icon name="alert-circle-outline" /> : <span className="spinner" />}
			</span>
			<span className="min-w-0">
				<FileName name={name} />{" "}
				<span className="att-meta">
					{share === null ? problem : t("sending", { percent })}{" "}
					{again ? (
						<button type="button" className="link" onClick={() => uploads.again(key)}>
							{t("retry")}
						</button>
					) : null}
				</span>
			</span>
			<IconButton
				type="button"
				icon="close"
				iconSize="sm"
				size="sm"
				label={t(share === null ? "remove" : "cancel", { name })}
				onClick={() => uploads.remove(key)}
			/>
			{share === null ? null : <Progress label={t("sendingBar", { name })} value={share} />}
		</li>
	);
}
