import type { TFunction } from "i18next";
import { FILE_LIMITS } from "../../../../files/file-limits.ts";
import { formatBytes } from "./format-bytes.ts";

/** The limits of files in words. */
export const fileLimits = (t: TFunction<["files", "reading"]>) => ({
	count: FILE_LIMITS.perPrompt,
	size: formatBytes(t, FILE_LIMITS.bytes),
	picture: formatBytes(t, FILE_LIMITS.pictureBytes),
});
