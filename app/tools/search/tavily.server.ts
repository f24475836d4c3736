import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";
import { MOST_PAGES, SEARCH_LIMITS, type SearchDriver, SearchRefused } from "./search-driver.server.ts";

const answer = v.object({
	results: v.array(
		v.object({
			url: v.string(),
			title: v.optional(v.string(), ""),
			content: v.optional(v.string(), ""),
			published_date: v.optional(v.nullable(v.string())),
		}),
	),
});

/** Tavily, abroad. */
export function tavily(baseUrl: string, apiKey: string): SearchDriver {
	const headers = { authorization: `Bearer ${apiKey}` };
	const call = createHttpClient({ baseUrl, headers, ...SEARCH_LIMITS });
	return async (query, signal) => {
		// It is asked once: a second attempt would be paid for again.
		const { body } = await call("POST", "/search", {
			body: { query, max_results: MOST_PAGES },
			once: true,
			signal,
		});
		const parsed = v.safeParse(answer, body);
		if (!parsed.success) throw new SearchRefused("Tavily: not an answer of a search");
		return parsed.output.results.map(({ url, title, content, published_date }) => ({
			url,
			title,
			snippet: content,
			publishedAt: published_date,
		}));
	};
}
