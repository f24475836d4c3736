import type { LookupFunction } from "node:net";
import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";
import { SEARCH_LIMITS, type SearchDriver, SearchRefused } from "./search-driver.server.ts";

const answer = v.object({
	results: v.array(
		v.object({
			url: v.optional(v.string(), ""),
			title: v.optional(v.string(), ""),
			content: v.optional(v.nullable(v.string()), ""),
			publishedDate: v.optional(v.nullable(v.string())),
		}),
	),
});

/** SearXNG, the operator's own: it asks other search servers and answers 403 unless its settings allow JSON. */
export function searxng(baseUrl: string, lookup?: LookupFunction): SearchDriver {
	const call = createHttpClient({ baseUrl, lookup, ...SEARCH_LIMITS });
	return async (query, signal) => {
		const { body } = await call("GET", "/search", {
			query: { q: query, format: "json", safesearch: "1" },
			headers: { accept: "application/json" },
			signal,
		});
		const parsed = v.safeParse(answer, body);
		if (!parsed.success) throw new SearchRefused("SearXNG: not an answer of a search");
		return parsed.output.results.map(({ url, title, content, publishedDate }) => ({
			url,
			title,
			snippet: content ?? "",
			publishedAt: publishedDate,
		}));
	};
}
