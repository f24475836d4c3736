import type { TFunction } from "i18next";
import type { RefusedFile } from "../../actions/file-actions.server.ts";
import { failureText } from "./failure-text.ts";
import { formatBytes } from "./format-bytes.ts";

/** Why a file does not go with the question, with the limit and its size. */
export function refusalText(t: TFunction<["files", "reading"]>, refused: RefusedFile): string {
	if (refused.problem === "unreadable") return failureText(t, refused.failure);
	const { problem, bytes, limit = 0 } = refused;
	return t(`files:problem.${problem}`, {
		format: refused.format?.toUpperCase(),
		count: limit,
		limit: formatBytes(t, limit),
		size: formatBytes(t, bytes),
	});
}
