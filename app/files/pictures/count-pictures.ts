import type { ShownFile } from "../attachments.server.ts";
import { FILE_LIMITS } from "../file-limits.ts";
import { isPictureType } from "../reading/document-types.ts";

/** How many pictures a file is for a model: one, or a scan's pages; of what is not given to it none. */
export function picturesIn({ type, state, removed, asPictures, pages }: ShownFile): number {
	if (removed || state === "failed") return 0;
	return asPictures ? (pages ?? 1) : isPictureType(type) ? 1 : 0;
}

/** A scan whose pages can be shown to a model that sees. */
export const isShowableScan = ({
	state,
	failure,
	pages,
}: Pick<ShownFile, "state" | "failure" | "pages">): boolean =>
	state === "failed" && failure === "scan" && pages !== null && pages <= FILE_LIMITS.scanPages;
