import { existsSync } from "node:fs";
import { readPictures } from "./pictures.server.ts";
import type { SettingsReader } from "./settings-reader.server.ts";

/** The search that `search_web` asks. */
export type SearchSettings =
	| { provider: "searxng"; baseUrl: string }
	| { provider: "yandex"; baseUrl: string; apiKey: string; folderId: string }
	| { provider: "brave" | "tavily"; baseUrl: string; apiKey: string };

/** The settings of the tools of a model. */
export function readTools(reader: SettingsReader) {
	const { set, problem } = reader;
	const file = set("TOOLS_FILE") ?? "content/tools.json";
	if (set("TOOLS_FILE") && !existsSync(file)) problem(`TOOLS_FILE: файла «${file}» нет.`);
	return {
		/** The operator's MCP servers. */
		file: existsSync(file) ? file : undefined,
		search: readSearch(reader),
		pictures: readPictures(reader),
		pageHosts: readPageHosts(reader),
	};
}

function readSearch({ set, address, problem }: SettingsReader): SearchSettings | null {
	const searxng = address("SEARXNG_URL");
	// A wrong address stops the start, so the empty string is never used.
	const yandexUrl = address("YANDEX_SEARCH_URL", "https://searchapi.api.cloud.yandex.net") ?? "";
	const braveUrl = address("BRAVE_URL", "https://api.search.brave.com") ?? "";
	const tavilyUrl = address("TAVILY_URL", "https://api.tavily.com") ?? "";
	const yandexKey = set("YANDEX_SEARCH_API_KEY");
	const folderId = set("YANDEX_SEARCH_FOLDER_ID");
	const brave = set("BRAVE_API_KEY");
	const tavily = set("TAVILY_API_KEY");
	if (yandexKey && !folderId) problem("YANDEX_SEARCH_API_KEY задан, а YANDEX_SEARCH_FOLDER_ID нет.");
	if (folderId && !yandexKey) problem("YANDEX_SEARCH_FOLDER_ID задан, а YANDEX_SEARCH_API_KEY нет.");

	const found: SearchSettings[] = [];
	if (searxng) found.push({ provider: "searxng", baseUrl: searxng });
	if (yandexKey && folderId)
		found.push({ provider: "yandex", baseUrl: yandexUrl, apiKey: yandexKey, folderId });
	if (brave) found.push({ provider: "brave", baseUrl: braveUrl, apiKey: brave });
	if (tavily) found.push({ provider: "tavily", baseUrl: tavilyUrl, apiKey: tavily });

	const names = found.map(({ provider }) => `«${provider}»`).join(", ");
	const wanted = set("SEARCH_PROVIDER");
	if (wanted === undefined) {
		if (found.length > 1) problem(`SEARCH_PROVIDER не задан, а поисков несколько: выберите из ${names}.`);
		return found[0] ?? null;
	}
	const chosen = found.find(({ provider }) => provider === wanted);
	if (!chosen)
		problem(
			`SEARCH_PROVIDER: «${wanted}» не настроен${names ? `; настроены ${names}` : ", и другого поиска нет"}.`,
		);
	return chosen ?? null;
}

/** Hosts of the operator's own network, with their ports, that `read_page` may read beside public ones. */
function readPageHosts({ set, problem }: SettingsReader): string[] {
	const hosts = (set("READ_PAGE_HOSTS") ?? "").split(/[\s,]+/).filter(Boolean);
	return hosts.map((host) => {
		const url = URL.parse(`http://${host}`);
		if (url && url.pathname === "/" && !url.search && !url.hash && !url.username && !/[/@?#]/.test(host))
			return `${url.hostname}:${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
		problem(`READ_PAGE_HOSTS: нужны имена с портами вида wiki.local:8080, а стоит «${host}».`);
		return host;
	});
}
