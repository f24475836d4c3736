import type { TFunction } from "i18next";
import { FAILURE_REASONS, failureKey } from "../../../../files/reading/document-types.ts";

/** Why the text of a file could not be read. */
export function failureText(t: TFunction<["files", "reading"]>, failure: string | null): string {
	const reason = FAILURE_REASONS.find((one) => one === failure);
	return reason ? t(failureKey(reason)) : t("files:unread");
}
