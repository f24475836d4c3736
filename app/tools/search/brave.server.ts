import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";
import { MOST_PAGES, SEARCH_LIMITS, type SearchDriver, SearchRefused } from "./search-driver.server.ts";

const answer = v.object({
	/** Absent where nothing was found. */
	web: v.optional(
		v.object({
			results: v.array(
				v.object({
					url: v.string(),
					title: v.optional(v.string(), ""),
					description: v.optional(v.string(), ""),
					page_age: v.optional(v.nullable(v.string())),
				}),
			),
		}),
	),
});

/** The search of Brave, whose servers are outside Russia. */
export function brave(baseUrl: string, apiKey: string): SearchDriver {
	const headers = { "x-subscription-token": apiKey, accept: "application/json" };
	const call = createHttpClient({ baseUrl, headers, ...SEARCH_LIMITS });
	return async (query, signal) => {
		const { body } = await call("GET", "/res/v1/web/search", {
			query: { q: query, count: String(MOST_PAGES), text_decorations: "false", result_filter: "web" },
			signal,
		});
		const parsed = v.safeParse(answer, body);
		if (!parsed.success) throw new SearchRefused("Brave: not an answer of a search");
		return (parsed.output.web?.results ?? []).map(({ url, title, description, page_age }) => ({
			url,
			title,
			snippet: description,
			publishedAt: page_age,
		}));
	};
}
