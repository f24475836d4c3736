import { renderMarkdown } from "../../chat/markdown/tree/render.server.ts";
import { byCategory, listPages, type Page, pagesByCategory } from "../../knowledge/pages.server.ts";
import { searchPages } from "../../knowledge/search.server.ts";

/** A longer text is no query. */
const LONGEST_QUERY = 200;
const MOST_FOUND = 20;

const render = (pages: readonly Page[]) =>
	new Map(pages.map(({ slug, body }) => [slug, renderMarkdown(body)]));

const first = listPages();
let rendered = { pages: first, trees: render(first) };

function shown({ slug, title }: Page) {
	const pages = listPages();
	if (pages !== rendered.pages) rendered = { pages, trees: render(pages) };
	return { slug, title, blocks: rendered.trees.get(slug) ?? [] };
}

/**
 * The data of the screen: all questions under their headings, or those that match the query, the best first.
 * @param asked `?q=` as received
 */
export function readAnswers(asked: string | null) {
	const query = (asked ?? "").trim().slice(0, LONGEST_QUERY);
	const all = pagesByCategory();
	const pages = query === "" ? listPages() : searchPages(query, MOST_FOUND).map(({ page }) => page);
	return {
		query,
		count: pages.length,
		total: listPages().length,
		categories: all.map(({ name, icon, pages }, i) => ({
			id: categoryId(i),
			name,
			icon,
			count: pages.length,
		})),
		sections: byCategory(pages).map(({ name, pages }) => ({
			id: categoryId(all.findIndex((category) => category.name === name)),
			name,
			questions: pages.map(shown),
		})),
	};
}

const categoryId = (place: number) => `category-${place + 1}`;

export type Answers = ReturnType<typeof readAnswers>;
