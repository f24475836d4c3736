import type { ShownFile } from "../../../files/attachments.server.ts";
import { isPictureType } from "../../../files/reading/document-types.ts";
import { Icon } from "../../../icons/icon.tsx";
import { fileKind } from "../composer/attachments/file-kind.ts";

type PictureFile = Pick<ShownFile, "state" | "type" | "asPictures">;

/** A file that is looked at and has no text to read: a picture, or a scan whose pages are shown. */
export const isLookedAt = ({ state, type, asPictures }: PictureFile): boolean =>
	state === "ready" && (isPictureType(type) || asPictures);

/** The icon of a file: a small picture of one that is looked at, otherwise the icon of its kind. */
export function FileIcon({ file }: { file: PictureFile & Pick<ShownFile, "id" | "name"> }) {
	const { kind, icon } = fileKind(file);
	return (
		<span className="att-ic" data-kind={kind}>
			{isLookedAt(file) ? (
				<img
					src={`/files/picture?id=${file.id}&n=1&size=small`}
					alt=""
					width={40}
					height={40}
					loading="lazy"
					decoding="async"
				/>
			) : (
				<Icon name={icon} />
			)}
		</span>
	);
}
