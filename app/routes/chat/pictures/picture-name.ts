import type { TFunction } from "i18next";
import type { GalleryPicture } from "./gallery.ts";

/** The name of a picture: its file's name without the ending, of a scan with the page. */
export function pictureName(t: TFunction<["files", "reading"]>, { file, n }: GalleryPicture): string {
	const name = file.name.replace(/\.[\p{L}\p{N}]{1,5}$/u, "");
	return file.asPictures ? t("files:picture.page", { name, n }) : name;
}
