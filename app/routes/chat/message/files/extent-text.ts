import type { TFunction } from "i18next";
import type { GivenDocument } from "../../../../chat/context/given-documents.server.ts";

/** How much of a document the model was given: «целиком», «найдено 8 отрывков из 240». */
export function extentText(
	t: TFunction<"files">,
	{ passages, found, of, spread, tooLarge }: GivenDocument,
): string {
	if (passages === null) return t("extent.whole");
	const text = spread
		? t("extent.spread", { count: passages.length, of })
		: found === 0
			? t("extent.none")
			: t("extent.found", { count: found, of });
	return tooLarge ? t("extent.tooLarge", { text }) : text;
}
