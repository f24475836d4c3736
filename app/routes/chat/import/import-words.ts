import type { TFunction } from "i18next";
import type { Imported } from "../../../chat/import/import-conversations.server.ts";
import type { UnfinishedImport } from "../../../chat/import/import-status.server.ts";

const FIELDS = ["imported", "skipped", "unreadable", "tooLarge"] as const;

/** The counts of the conversations so far, in sentences. */
export function countWords(t: TFunction<"import">, count: Imported): string {
	const said = FIELDS.flatMap((field) => (count[field] ? t(field, { count: count[field] }) : []));
	return [...said, ...(count.tooLarge ? [t("limits")] : [])].join(" ");
}

/** The state of an import, as a title and sentences. */
export function goingWords(t: TFunction<"import">, view: UnfinishedImport): { title: string; text: string } {
	const ahead = view.state === "waiting" && view.ahead > 0 ? t("ahead", { count: view.ahead }) : "";
	const text = [t(`goingText.${view.state}`), ahead, countWords(t, view.count)].filter(Boolean).join(" ");
	return { title: t(`going.${view.state}`), text };
}
