import { listPages, type Page } from "./pages.server.ts";
import { wordsOf } from "./tokenize.ts";
import { WordIndex } from "./word-index.ts";

/**
 * A page that answers a question, and its best passage. `share`, 0 to 1, is how much of the question's
 * weight the passage with its title speaks of: a rare word that is not there lowers it most.
 */
export type Found = { page: Page; passage: string; score: number; share: number };

/** A title says what the whole page is about, so its words count as often in each of its passages. */
const TITLE_WEIGHT = 2;
/** What speaks of less than so much of what the best page speaks of is not an answer. */
const FAINT = 0.5;

/** A question may be as long as a message; its beginning says what it is about. */
const MOST_WORDS = 100;

/** Makes a search over the pages by Russian word forms, over titles and passages. */
export function searchOver(pages: readonly Page[]): (query: string, limit: number) => Found[] {
	const places = pages.flatMap((page) => page.passages.map((passage) => ({ page, passage })));
	const index = new WordIndex(
		places.map(({ page, passage }) => [
			...Array.from({ length: TITLE_WEIGHT }, () => wordsOf(page.title)).flat(),
			...wordsOf(withoutAddresses(passage)),
		]),
	);
	return (query, limit) => {
		const best = new Map<string, Found>();
		for (const { text, score, share } of index.find(wordsOf(query).slice(0, MOST_WORDS))) {
			const place = places[text];
			if (place && !best.has(place.page.slug)) best.set(place.page.slug, { ...place, score, share });
		}
		const found = [...best.values()];
		const most = Math.max(0, ...found.map(({ share }) => share));
		return found.filter(({ share }) => share >= most * FAINT).slice(0, limit);
	};
}

/** `[слова](адрес)` → `слова`: nobody looks for the letters of an address. */
const withoutAddresses = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");

const search = searchOver(listPages());

/** The pages of the FAQ that speak of what the query asks, the best first; none for common words alone. */
export const searchPages = (query: string, limit: number): Found[] => search(query, limit);
