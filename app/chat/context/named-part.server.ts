/** A part of a document that a question names. */
export type NamedPart = { pages: [from: number, to: number] } | { n: number; of: number | null };

const PAGES = [
	// «страницы 1–20», «стр. 5», «на странице 7»
	/(?<!\p{L})(?:страниц\p{L}*|стр\.?|pages?)\s*№?\s*(\d{1,4})(?:\s*(?:[-–—]|по|до|to)\s*(\d{1,4}))?(?!\d|[.,]\d)/iu,
	// «страницы с 3 по 9»
	/(?<!\p{L})страниц\p{L}*\s+с\s+(\d{1,4})(?:-?(?:й|я|ю|е|м|го|ой|ую|ей|ая))?\s+(?:по|до)\s+(\d{1,4})/iu,
	// «с 3-й по 9-ю страницу», «1–20 страницы»
	/(?<![\p{L}\d])(\d{1,4})(?:-?(?:й|я|ю|е|м|го|ой|ую|ей|ая))?\s*(?:[-–—]|по|до|to)\s*(\d{1,4})(?:-?(?:й|я|ю|е|м|го|ой|ую|ей|ая))?\s+страниц/iu,
	// «5-я страница»
	/(?<![\p{L}\d])(\d{1,4})-?(?:й|я|ю|ой|ую|ей|ая|го|м)\s+страниц/iu,
];

/** Not «часть 2 статьи 5», which is a place in a law. */
const PART =
	/(?<!\p{L})част[ьию]ю?\s*№?\s*(\d{1,3})(?:\s*из\s*(\d{1,3}))?(?!\s*(?:стать|ст\.|пункт|п\.|глав))/iu;
const PART_IN_WORDS =
	/(?<!\p{L})(?:(перв)|(втор)|(трет)|(четв[её]рт)|(пят)|(шест)|(седьм)|(восьм)|(девят)|(десят))\p{L}*\s+част[ьию]/iu;

/** The pages that a question names; null: none. */
export function namedPages(question: string): [from: number, to: number] | null {
	const text = inOneLine(question);
	for (const pattern of PAGES) {
		const [, first, last] = pattern.exec(text) ?? [];
		if (first === undefined) continue;
		const [a, b] = [Number(first), Number(last ?? first)];
		return [Math.min(a, b), Math.max(a, b)];
	}
	return null;
}

/** The part of a document that is to be retold, by pages or by its number; null: all of it. */
export function namedPart(question: string): NamedPart | null {
	const pages = namedPages(question);
	if (pages) return { pages };
	const text = inOneLine(question);
	const [, n, of] = PART.exec(text) ?? [];
	if (n !== undefined && Number(n) > 0) return { n: Number(n), of: of === undefined ? null : Number(of) };
	const place =
		PART_IN_WORDS.exec(text)
			?.slice(1)
			.findIndex((word) => word !== undefined) ?? -1;
	return place < 0 ? null : { n: place + 1, of: null };
}

/** The patterns share a run of spaces between two places in every way there is: of 30 000 spaces, for seconds. */
const inOneLine = (text: string) => text.replace(/\s+/g, " ");
