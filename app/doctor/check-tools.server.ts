import { type Config, ConfigError } from "../platform/config.server.ts";
import { readSectionFile } from "../platform/stored-settings/section-source.server.ts";
import { type McpServerSettings, parseToolsText, readToolsFile } from "../tools/mcp/tools-file.server.ts";
import { isCrossBorderSearch } from "../tools/search/is-cross-border.server.ts";
import { readSearch, type ToolsInForce } from "../tools/stored/stored-tools.server.ts";
import { broken, type Finding, fine, note } from "./finding.server.ts";

const SEARCHES = {
	searxng: "SearXNG; он спрашивает другие поисковики",
	yandex: "Яндекса",
	brave: "Brave",
	tavily: "Tavily",
};

/**
 * Checks the tools of models by the settings alone: no server is asked.
 * @param stored those that the screens have set, in place of a file; null: they have set none
 */
export function checkTools(
	{ tools: { search, pageHosts, pictures, file } }: Pick<Config, "tools">,
	stored: Omit<ToolsInForce, "off"> | null = null,
): Finding[] {
	const found: Finding[] = [];
	const inFile = search || !file ? null : searchOf(file);
	const problems = [...(inFile?.problems ?? []), ...(stored?.problems ?? [])];
	found.push(...problems.map((problem) => broken(`Инструменты: ${problem}`)));
	const inForce = search ?? inFile?.search ?? stored?.search;
	if (!inForce && problems.length === 0)
		found.push(note("Инструменты: поиск в интернете не настроен (docs/tools.md)"));
	else if (inForce) {
		found.push(fine(`Инструменты: поиск ${SEARCHES[inForce.provider]}`));
		if (isCrossBorderSearch(inForce))
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
	return [...found, ...(file ? checkServers(file) : (stored?.servers ?? []).map(allowedOf))];
}

/** The search that the file says; null: none, or the file cannot be read, which is said of its servers. */
function searchOf(file: string): ReturnType<typeof readSearch> | null {
	try {
		const { search } = parseToolsText(file, readSectionFile(file)?.text ?? "");
		return search ? readSearch(file, search, new Map(), true) : null;
	} catch (error) {
		if (error instanceof ConfigError) return null;
		throw error;
	}
}

function checkServers(file: string): Finding[] {
	try {
		return readToolsFile(file).map(allowedOf);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.problems.map((problem) => broken(`Инструменты: ${problem}`));
	}
}

const allowedOf = ({ key, tools, crossBorder }: McpServerSettings): Finding =>
	fine(`Инструменты: сервер «${key}», разрешено: ${tools.length}${crossBorder ? ", за границей" : ""}`);
