import type { TFunction } from "i18next";
import type { RefusedUpload } from "../../../../files/upload/read-multipart.server.ts";
import { formatBytes } from "./format-bytes.ts";

/** Why a file does not go with the question, with the limit and its size. */
export function refusalText(t: TFunction<["files", "reading"]>, refused: RefusedUpload): string {
	const { problem, bytes, limit = 0 } = refused;
	return t(`files:problem.${problem}`, {
		format: refused.format?.toUpperCase(),
		count: limit,
		limit: formatBytes(t, limit),
		size: formatBytes(t, bytes),
	});
}
