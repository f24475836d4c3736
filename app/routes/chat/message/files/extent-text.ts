import type { TFunction } from "i18next";
import type { GivenDocument } from "../../../../chat/context/given-documents.server.ts";

/** How much of a document the model was given: «целиком», «найдено 8 отрывков из 240». */
export function extentText(
	t: TFunction<"files">,
	{ passages, found, of, spread, part, tooLarge }: GivenDocument,
): string {
	if (passages === null) return t("extent.whole");
	const text = part
		? partText(t, part)
		: spread
			? t("extent.spread", { count: passages.length, of })
			: found === 0
				? t("extent.none")
				: t("extent.found", { count: found, of });
	return tooLarge ? t("extent.tooLarge", { text }) : text;
}

/** «страницы 1–20 целиком», «часть 2 из 6 целиком». */
function partText(t: TFunction<"files">, part: NonNullable<GivenDocument["part"]>): string {
	const [from, to] = "pages" in part ? part.pages : [0, 0];
	const name =
		"n" in part
			? t("extent.part", { n: part.n, of: part.of })
			: from === to
				? t("extent.page", { page: from })
				: t("extent.pages", { from, to });
	return t(part.cut ? "extent.cut" : "extent.partWhole", { part: name });
}
