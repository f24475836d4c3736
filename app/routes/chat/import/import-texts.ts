import type { TFunction } from "i18next";
import type { Imported } from "../../../chat/import/import-conversations.server.ts";
import type { UnfinishedImport } from "../../../chat/import/import-status.server.ts";

const FIELDS = ["imported", "skipped", "unreadable", "tooLarge"] as const;

/** The counts of the conversations so far, in sentences. */
export function countTexts(t: TFunction<"import">, count: Imported): string {
	const sentences = FIELDS.flatMap((field) => (count[field] ? t(field, { count: count[field] }) : []));
	return [...sentences, ...(count.tooLarge ? [t("limits")] : [])].join(" ");
}

/** The state of an import, as a title and sentences. */
export function progressTexts(
	t: TFunction<"import">,
	view: UnfinishedImport,
): { title: string; text: string } {
	const ahead = view.state === "waiting" && view.ahead > 0 ? t("ahead", { count: view.ahead }) : "";
	const text = [t(`stateText.${view.state}`), ahead, countTexts(t, view.count)].filter(Boolean).join(" ");
	return { title: t(`state.${view.state}`), text };
}
