import { listPages, type Page } from "./pages.server.ts";
import { wordsOf } from "./tokenize.ts";
import { WordIndex } from "./word-index.ts";

/**
 * A page that answers a question, and its best passage. `share`, 0 to 1, is the part of the question's weight that
 * the passage and its title cover: a missing rare word lowers it most.
 */
export type Found = { page: Page; passage: string; score: number; share: number };

/** A title describes the whole page, so its words count as often in each of its passages. */
const TITLE_WEIGHT = 2;
/** A page that covers less than this part of the best page's share is no answer. */
const FAINT = 0.5;

/** A question may be as long as a prompt; its beginning states the subject. */
const MOST_WORDS = 100;

/** Builds a search over titles and passages of the pages, by Russian stems. */
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

/** `[слова](адрес)` → `слова`: nobody searches for parts of an address. */
const withoutAddresses = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");

const search = searchOver(listPages());

/** The FAQ pages that match the query, the best first; none for stop words alone. */
export const searchPages = (query: string, limit: number): Found[] => search(query, limit);
