import type { TFunction } from "i18next";

/** The place of a passage in its document. `page`: 0 where the document has none. */
export type Place = { page: number; section: string | null };

const SHEETS = /\.(?:xlsx|ods)$/i;
const SLIDES = /\.(?:pptx|odp)$/i;

/**
 * A place in words: «страница 4», «лист „Сети“», «слайд 2»; "" where the document does not say.
 * @param name of the document: its ending tells pages from sheets and slides
 */
export function placeText(t: TFunction<"sources">, name: string, { page, section }: Place): string {
	if (SHEETS.test(name)) return section === null ? "" : t("sheet", { section });
	if (page === 0) return section ?? "";
	return SLIDES.test(name) ? t("slide", { page }) : t("page", { page });
}

/** Whether a place has the number of a page, and not of a sheet or a slide. */
export const isOnPage = (name: string, { page }: Place): boolean =>
	page > 0 && !SHEETS.test(name) && !SLIDES.test(name);

/** The same in less room: «стр. 4». */
export function shortPlaceText(t: TFunction<"sources">, name: string, place: Place): string {
	return isOnPage(name, place) ? t("pageShort", { page: place.page }) : placeText(t, name, place);
}
