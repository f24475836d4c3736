import { listPages, type Page } from "./pages.server.ts";
import { tokenize } from "./tokenize.server.ts";
import { WordIndex } from "./word-index.server.ts";

/**
 * A page that answers a question, and its best passage. `share`, 0 to 1, is the part of the question's weight that
 * the passage and its title cover: a missing rare word lowers it most.
 */
export type SearchHit = { page: Page; passage: string; score: number; share: number };

/** A title describes the whole page, so its words count as often in each of its passages. */
const TITLE_WEIGHT = 2;
/** A page that covers less than this part of the best page's share is no answer. */
const FAINT = 0.5;

/** A question may be as long as a prompt; its beginning states the subject. */
const MOST_TERMS = 100;

/** Builds a search over titles and passages of the pages, by Russian stems. */
export function searchOver(pages: readonly Page[]): (query: string, limit: number) => SearchHit[] {
	const passages = pages.flatMap((page) => page.passages.map((passage) => ({ page, passage })));
	const index = new WordIndex(
		passages.map(({ page, passage }) => [
			...Array.from({ length: TITLE_WEIGHT }, () => tokenize(page.title)).flat(),
			...tokenize(withoutAddresses(passage)),
		]),
	);
	return (query, limit) => {
		const best = new Map<string, SearchHit>();
		for (const { text, score, share } of index.find(tokenize(query).slice(0, MOST_TERMS))) {
			const match = passages[text];
			if (match && !best.has(match.page.slug)) best.set(match.page.slug, { ...match, score, share });
		}
		const hits = [...best.values()];
		const most = Math.max(0, ...hits.map(({ share }) => share));
		return hits.filter(({ share }) => share >= most * FAINT).slice(0, limit);
	};
}

/** `[слова](адрес)` → `слова`: nobody searches for parts of an address. */
const withoutAddresses = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");

const first = listPages();
let built = { pages: first, search: searchOver(first) };

/** The FAQ pages that match the query, the best first; none for stop words alone. */
export function searchPages(query: string, limit: number): SearchHit[] {
	const pages = listPages();
	if (pages !== built.pages) built = { pages, search: searchOver(pages) };
	return built.search(query, limit);
}
