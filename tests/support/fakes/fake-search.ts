import { type FakeHandler, json, startHttpFake } from "./http-fake.ts";

/** A page that the search server knows. */
export type KnownPage = { url: string; title: string; snippet: string; date?: string };

/** The server's behaviour in the next search. */
export type SearchFault =
	| "none"
	| "500"
	| "403"
	| "429"
	| "hangs"
	| "no-json"
	| "other-json"
	| "breaks"
	| "huge";

const HUGE = 3 * 1024 ** 2;

/**
 * A search server in place of SearXNG, Yandex, Brave and Tavily, each at its own address and in its own form. It finds
 * all the pages that it knows.
 */
export async function startFakeSearch(pages: KnownPage[] = []) {
	let fault: SearchFault = "none";
	let closed = 0;
	const answers: Record<string, FakeHandler> = {
		"/search": (request, response) =>
			json(
				response,
				200,
				request.method === "GET"
					? {
							results: pages.map(({ snippet, date, ...page }) => ({
								...page,
								content: snippet,
								publishedDate: date,
							})),
						}
					: {
							results: pages.map(({ snippet, date, ...page }) => ({
								...page,
								content: snippet,
								published_date: date,
							})),
						},
			),
		"/res/v1/web/search": (_, response) =>
			json(response, 200, pages.length > 0 ? { web: { results: pages.map(braveResult) } } : { query: {} }),
		"/v2/web/search": (_, response) =>
			json(response, 200, { rawData: Buffer.from(yandexXml(pages)).toString("base64") }),
	};
	const fake = await startHttpFake((request, response) => {
		response.on("close", () => {
			if (!response.writableFinished) closed++;
		});
		if (fault === "hangs") return;
		if (fault === "breaks") return response.destroy();
		if (fault === "no-json") return void response.writeHead(200, { "Content-Type": "text/html" }).end("<p>");
		if (fault === "other-json")
			return json(response, 200, { rawData: "bm8geG1s", results: "many", web: "many" });
		if (fault === "huge")
			return void response.writeHead(200, { "Content-Type": "application/json" }).end("x".repeat(HUGE));
		if (fault !== "none") return json(response, Number(fault), { error: "no" });
		(answers[request.path] ?? ((_, other) => json(other, 404, {})))(request, response);
	});
	return {
		...fake,
		/** Requests that the client has given up. */
		closed: () => closed,
		fail(next: SearchFault) {
			fault = next;
		},
	};
}

const braveResult = ({ url, title, snippet, date }: KnownPage) => ({
	url,
	title,
	description: snippet,
	page_age: date,
});

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** As https://yandex.cloud/ru/docs/search-api/concepts/response shows it, with the words of the query marked. */
function yandexXml(pages: KnownPage[]): string {
	const docs = pages.map(
		(
			{ url, title, snippet, date },
			i,
		) => `<group><doccount>1</doccount><relevance priority="all" /><doc id="Z${i}">
<relevance priority="phrase" /><url>${escaped(url)}</url><domain>${new URL(url).host}</domain>
<title>${escaped(title).replace(/\S+/, "<hlword>$&</hlword>")}</title><headline>Описание страницы</headline>
${date ? `<modtime>${date.replace(/[-:]|\.\d+Z$/g, "")}</modtime>` : ""}<charset>utf-8</charset>
<passages><passage>${escaped(snippet).replace(/\S+/, "<hlword>$&</hlword>")}</passage></passages>
<properties><lang>ru</lang></properties></doc></group>`,
	);
	const error = '<error code="15">Искомая комбинация слов нигде не встречается</error>';
	const results = `<results><grouping attr="d">${docs.join("\n")}</grouping></results>`;
	return `<?xml version="1.0" encoding="utf-8"?>
<yandexsearch version="1.0"><request><query>запрос</query></request>
<response date="20261123T103130">${pages.length === 0 ? error : `<found priority="all">2</found>${results}`}</response></yandexsearch>`;
}
