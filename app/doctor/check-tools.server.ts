import { type Config, ConfigError } from "../platform/config.server.ts";
import { readToolsFile } from "../tools/mcp/tools-file.server.ts";
import { isCrossBorderSearch } from "../tools/search/is-cross-border.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";

const SEARCHES = {
	searxng: "SearXNG; он спрашивает другие поисковики",
	yandex: "Яндекса",
	brave: "Brave",
	tavily: "Tavily",
};

/** What a model may use while it answers, as far as the settings say it: nobody is asked. */
export function checkTools({
	tools: { search, pageHosts, pictures, file },
}: Pick<Config, "tools">): Finding[] {
	const found: Finding[] = [];
	if (!search) found.push(note("Инструменты: поиск в интернете не настроен (docs/tools.md)"));
	else {
		found.push(fine(`Инструменты: поиск ${SEARCHES[search.provider]}`));
		if (isCrossBorderSearch(search))
			found.push(
				note("Инструменты: судя по адресу, запросы поиска уходят за границу, скажите об этом в политике"),
			);
	}
	if (pageHosts.length > 0)
		found.push(
			note(`Инструменты: страницы своей сети читают все, кто может спросить: ${pageHosts.join(", ")}`),
		);
	if (pictures)
		found.push(
			fine(`Инструменты: картинки рисует «${pictures.model}»${pictures.crossBorder ? ", за границей" : ""}`),
		);
	return [...found, ...(file ? checkServers(file) : [])];
}

function checkServers(file: string): Finding[] {
	try {
		return readToolsFile(file).map(({ key, tools, crossBorder }) =>
			fine(`Инструменты: сервер «${key}», разрешено: ${tools.length}${crossBorder ? ", за границей" : ""}`),
		);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.problems.map((problem) => broken(`Инструменты: ${problem}`));
	}
}
