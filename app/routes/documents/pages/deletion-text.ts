import type { TFunction } from "i18next";
import type { FilePage } from "../load/load-page.server.ts";

/** The losses of a deletion: the document's place in collections and conversations. */
export function deletionText(
	t: TFunction<"documents">,
	{ file: { name }, inside, chats }: Pick<FilePage, "file" | "inside" | "chats">,
): string {
	const names = inside.map((collection) => `«${collection.name}»`).join(", ");
	return [
		inside.length > 0
			? t("deleting.goneFrom", { count: inside.length, name, names })
			: t("deleting.gone", { name }),
		chats > 0 ? t("deleting.chats", { count: chats }) : "",
		t("deleting.final"),
	]
		.filter(Boolean)
		.join(" ");
}
