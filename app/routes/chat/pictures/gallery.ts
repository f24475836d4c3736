import type { ShownFile } from "../../../files/attachments.server.ts";
import { isPictureType } from "../../../files/reading/document-types.ts";

/** A picture of a question: of a file, or of a page of a scan. */
export type GalleryPicture = { file: ShownFile; n: number };

/** The pictures of a question's files that can be looked at, in their order. */
export const galleryOf = (files: readonly ShownFile[]): GalleryPicture[] =>
	files.flatMap((file) => {
		if (file.state !== "ready") return [];
		if (isPictureType(file.type)) return [{ file, n: 1 }];
		if (!file.asPictures) return [];
		return Array.from({ length: file.pages ?? 0 }, (_, i) => ({ file, n: i + 1 }));
	});

/** The bytes of a picture as we have made them. */
export const sourceOf = ({ file, n }: GalleryPicture, size: "full" | "small"): string =>
	`/files/picture?id=${file.id}&n=${n}&size=${size}`;

/** The page that shows a picture, with the others of its question. */
export const pageOf = ({ file, n }: GalleryPicture, promptId: string | null): string =>
	`/files/view?id=${file.id}&n=${n}${promptId ? `&prompt=${promptId}` : ""}`;
