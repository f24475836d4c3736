import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { MOST_PAGES, SEARCH_LIMITS, type SearchDriver, SearchRefused } from "./search-driver.server.ts";

/** Far more than eight pages take; parsing it holds the event loop. */
const answer = v.object({ rawData: v.pipe(v.string(), v.maxLength(500_000)) });

/** A longer query is refused: https://yandex.cloud/ru/docs/search-api/concepts/limits. */
const QUERY_CHARACTERS = 400;
const QUERY_WORDS = 40;

/** Yandex Search API v2: https://yandex.cloud/ru/docs/search-api/concepts/web-search. */
export function yandex(baseUrl: string, apiKey: string, folderId: string): SearchDriver {
	const headers = { authorization: `Api-Key ${apiKey}` };
	const call = createHttpClient({ baseUrl, headers, ...SEARCH_LIMITS });
	return async (query, signal) => {
		const body = {
			query: { searchType: "SEARCH_TYPE_RU", queryText: shortened(query) },
			groupSpec: { groupMode: "GROUP_MODE_DEEP", groupsOnPage: String(MOST_PAGES), docsInGroup: "1" },
			maxPassages: "3",
			folderId,
			responseFormat: "FORMAT_XML",
		};
		const response = await call("POST", "/v2/web/search", { body, once: true, signal });
		const parsed = v.safeParse(answer, response.body);
		if (!parsed.success) throw new SearchRefused("Yandex: not an answer of a search");
		const { readYandexXml } = await import("./yandex-xml.server.ts");
		return readYandexXml(Buffer.from(parsed.output.rawData, "base64").toString("utf8"));
	};
}

/** Whole words, as many as may be sent. */
function shortened(query: string): string {
	const words = query.split(/\s+/).slice(0, QUERY_WORDS);
	while (words.length > 1 && words.join(" ").length > QUERY_CHARACTERS) words.pop();
	return cutText(words.join(" "), QUERY_CHARACTERS);
}
