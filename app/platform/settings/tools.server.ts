import { existsSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { redactAddress } from "../redact.server.ts";
import { readPictures } from "./pictures.server.ts";
import type { SettingsReader } from "./settings-reader.server.ts";

/** The search that `search_web` asks. */
export type SearchSettings =
	| { provider: "searxng"; baseUrl: string; lookup?: LookupFunction }
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
		...readSearch(reader),
		pictures: readPictures(reader),
		pageHosts: readPageHosts(reader),
	};
}

/** The variable that says of each search that it is wanted. */
const VARIABLES = {
	searxng: "SEARXNG_URL",
	yandex: "YANDEX_SEARCH_API_KEY",
	brave: "BRAVE_API_KEY",
	tavily: "TAVILY_API_KEY",
} as const;

function readSearch(reader: SettingsReader) {
	const { address } = reader;
	// A wrong address stops the start, so the empty string is never used.
	const addresses = {
		yandex: address("YANDEX_SEARCH_URL", "https://searchapi.api.cloud.yandex.net") ?? "",
		brave: address("BRAVE_URL", "https://api.search.brave.com") ?? "",
		tavily: address("TAVILY_URL", "https://api.tavily.com") ?? "",
	};
	const search = chooseSearch(reader, addresses);
	return {
		/** The search of the environment; null: it sets none. */
		search,
		/** The variable that sets it. */
		searchVariable: search && VARIABLES[search.provider],
		/** The addresses of searches that are set elsewhere. */
		searchAddresses: addresses,
	};
}

export type SearchAddresses = ReturnType<typeof readSearch>["searchAddresses"];

function chooseSearch(
	{ set, address, problem }: SettingsReader,
	{ yandex, brave: braveUrl, tavily: tavilyUrl }: SearchAddresses,
): SearchSettings | null {
	const searxng = address("SEARXNG_URL");
	const yandexKey = set("YANDEX_SEARCH_API_KEY");
	const folderId = set("YANDEX_SEARCH_FOLDER_ID");
	const brave = set("BRAVE_API_KEY");
	const tavily = set("TAVILY_API_KEY");
	if (yandexKey && !folderId) problem("YANDEX_SEARCH_API_KEY задан, а YANDEX_SEARCH_FOLDER_ID нет.");
	if (folderId && !yandexKey) problem("YANDEX_SEARCH_FOLDER_ID задан, а YANDEX_SEARCH_API_KEY нет.");

	const found: SearchSettings[] = [];
	if (searxng) found.push({ provider: "searxng", baseUrl: searxng });
	if (yandexKey && folderId) found.push({ provider: "yandex", baseUrl: yandex, apiKey: yandexKey, folderId });
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
		problem(`READ_PAGE_HOSTS: нужны имена с портами вида wiki.local:8080, а стоит «${redactAddress(host)}».`);
		return host;
	});
}
