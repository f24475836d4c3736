import type { TFunction } from "i18next";
import type { Done } from "../../../routes/chat/actions/conversation-actions.server.ts";

/** The words of the snackbar after an action; null: none. */
export function doneText(t: TFunction<"history">, result: Done): string | null {
	switch (result.done) {
		case "rated":
		case "model-picked":
			return null;
		case "instructed":
			return t("done.saved");
		case "archived":
			return t("done.archived", { count: result.count });
		case "unarchived":
			return t("done.unarchived", { count: result.count });
		case "deleted":
			return t("done.deleted", { count: result.ids.length });
		case "gone":
			return t("done.gone", { count: result.count });
		case "restored":
			if (result.count === 0) return t("done.notRestored", { count: result.of });
			if (result.count < result.of) return t("done.partlyRestored", { done: result.count, of: result.of });
			return t("done.restored", { count: result.count });
		default:
			return t(`done.${result.done}`);
	}
}
