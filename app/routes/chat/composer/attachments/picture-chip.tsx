import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { Progress } from "../../../../ui/progress.tsx";
import { galleryOf, pageOf, sourceOf } from "../../pictures/gallery.ts";
import { pictureName } from "../../pictures/picture-name.ts";
import { type Chip, fileOf } from "./chip.ts";
import { RemoveFile } from "./remove-file.tsx";
import type { Attachments } from "./use-attachments.ts";

/** A picture of the question that is being written, as a small picture. */
export function PictureChip({ chip, attachments }: { chip: Chip; attachments: Attachments }) {
	const { t } = useTranslation(["files", "reading"]);
	const sent = fileOf(chip);
	const [picture] = sent ? galleryOf([sent]) : [];
	const name = picture ? pictureName(t, picture) : chip.name;
	return (
		<li
			className="att att-pic"
			aria-busy={picture ? undefined : true}
			data-file-id={sent?.id}
			data-state={sent?.state}
			title={chip.name}
		>
			{picture ? (
				<a
					href={pageOf(picture, null)}
					target="_blank"
					aria-label={t("picture.open", { n: 1, of: 1, name })}
					rel="noopener"
				>
					<img src={sourceOf(picture, "small")} alt={name} />
				</a>
			) : (
				<span className="pic-wait" role="img" aria-label={t("picture.waiting", { name })}>
					{sent ? <span className="spinner" /> : <Icon name="image-outline" />}
				</span>
			)}
			<RemoveFile chip={chip} attachments={attachments} label={t("picture.remove", { name })} />
			{chip.state === "sending" ? (
				<Progress label={t("sendingBar", { name: chip.name })} value={chip.share} />
			) : null}
		</li>
	);
}
