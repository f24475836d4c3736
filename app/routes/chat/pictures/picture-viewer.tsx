import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { follow } from "../../../ui/follow.ts";
import { IconLink } from "../../../ui/icon-button.tsx";
import { fileKind } from "../composer/attachments/file-kind.ts";
import { FileName } from "../composer/attachments/file-name.tsx";
import { formatBytes } from "../composer/attachments/format-bytes.ts";
import { type GalleryPicture, pageOf, sourceOf } from "./gallery.ts";
import { pictureName } from "./picture-name.ts";

type Props = {
	pictures: readonly GalleryPicture[];
	/** The index of the shown picture. */
	at: number;
	promptId: string | null;
	/** Leads to another picture without loading a page; undefined: its link does. */
	onGo?: (at: number) => void;
	/** Closes the view. */
	close: ReactNode;
};

/** One picture of a question, large, with links to the others. */
export function PictureViewer({ pictures, at, promptId, onGo, close }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const picture = pictures[at];
	if (!picture) return null;
	const { file } = picture;
	const name = pictureName(t, picture);
	const place = t("picture.place", { n: at + 1, of: pictures.length });
	const linkTo = (at: number) => {
		const to = pageOf(pictures[at] ?? picture, promptId);
		return { to, onClick: follow(to, onGo && (() => onGo(at))) };
	};
	return (
		<>
			<div className="viewer-bar">
				<div className="min-w-0">
					<FileName name={file.name} />
					<small>
						{[place, fileKind(file).label, formatBytes(t, file.bytes)].filter(Boolean).join(" · ")}
					</small>
				</div>
				<span className="ml-auto flex">
					<IconLink icon="tray-arrow-down" label={t("download")} to={`/files?id=${file.id}`} download />
					{close}
				</span>
			</div>
			<div className="viewer-main">
				{at > 0 ? (
					<IconLink
						className="viewer-prev"
						icon="chevron-left"
						label={t("picture.previous")}
						{...linkTo(at - 1)}
					/>
				) : null}
				<img src={sourceOf(picture, "full")} alt={name} />
				{at < pictures.length - 1 ? (
					<IconLink
						className="viewer-next"
						icon="chevron-right"
						label={t("picture.next")}
						{...linkTo(at + 1)}
					/>
				) : null}
			</div>
			{pictures.length > 1 ? (
				<nav className="viewer-strip" aria-label={t("picture.all")}>
					{pictures.map((one, i) => {
						const { to, onClick } = linkTo(i);
						return (
							<a
								key={`${one.file.id} ${one.n}`}
								href={to}
								onClick={onClick}
								aria-current={i === at || undefined}
								aria-label={pictureName(t, one)}
							>
								<img src={sourceOf(one, "small")} alt="" loading="lazy" />
							</a>
						);
					})}
				</nav>
			) : null}
		</>
	);
}
