import * as v from "valibot";
import { HttpError } from "../../http-client/http-error.server.ts";
import { dayOf } from "../../platform/dates/dates.server.ts";
import type { SearchSettings } from "../../platform/settings/tools.server.ts";
import { counted } from "../counted.server.ts";
import { ownTool } from "../own-tool.server.ts";
import { pageSource } from "../page-source.server.ts";
import type { Tool, ToolOutcome, ToolSource } from "../tool.server.ts";
import { brave } from "./brave.server.ts";
import { MOST_PAGES, type SearchDriver, SearchRefused } from "./search-driver.server.ts";
import { searxng } from "./searxng.server.ts";
import { tavily } from "./tavily.server.ts";
import { yandex } from "./yandex.server.ts";

/**
 * Receives the outages of the search server: called once when it starts failing and once when it recovers, without the
 * query.
 */
export type SearchLog = { onFailure: (error: string) => void; onRecovery: () => void };

const QUERY_CHARACTERS = 400;
const PAGES = { one: "страница", few: "страницы", many: "страниц" };

/** Searches the web by the operator's search server. @param crossBorder whether that server is abroad */
export function searchWeb(settings: SearchSettings, crossBorder: boolean, log: SearchLog): Tool {
	const search = driverOf(settings);
	let failed = false;
	return ownTool({
		name: "search_web",
		title: "Поиск в интернете",
		description:
			"Ищет в интернете и возвращает страницы: название, адрес, дату, отрывок. Ищи, когда ответ зависит от свежих или проверяемых сведений. Отрывки коротки: важное прочитай целиком инструментом read_page.",
		properties: {
			query: { type: "string", description: "Запрос, как его набирают в поисковике: 2–8 слов" },
		},
		required: ["query"],
		args: v.object({
			query: v.pipe(
				v.string("нужна строка"),
				v.trim(),
				v.nonEmpty("запрос пуст"),
				v.maxLength(QUERY_CHARACTERS, `не больше ${QUERY_CHARACTERS} знаков`),
			),
		}),
		crossBorder,
		async run({ query }, { signal, now }) {
			try {
				const found = await search(query, signal);
				if (failed) log.onRecovery();
				failed = false;
				return describeFound(query, sourcesOf(found, now));
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof HttpError || error instanceof SearchRefused)) throw error;
				if (!failed) log.onFailure(error.message);
				failed = true;
				return failure(error);
			}
		},
	});
}

/** The driver of a search. */
export function driverOf(settings: SearchSettings): SearchDriver {
	const { baseUrl } = settings;
	switch (settings.provider) {
		case "searxng":
			return searxng(baseUrl, settings.lookup);
		case "yandex":
			return yandex(baseUrl, settings.apiKey, settings.folderId);
		case "brave":
			return brave(baseUrl, settings.apiKey);
		case "tavily":
			return tavily(baseUrl, settings.apiKey);
	}
}

/** Pages of the web, each once. */
function sourcesOf(found: Awaited<ReturnType<SearchDriver>>, now: number): ToolSource[] {
	const sources = new Map<string, ToolSource>();
	for (const page of found) {
		const source = pageSource(page, now);
		if (source && !sources.has(source.url)) sources.set(source.url, source);
		if (sources.size === MOST_PAGES) break;
	}
	return [...sources.values()];
}

function describeFound(query: string, sources: ToolSource[]): ToolOutcome {
	if (sources.length === 0)
		return {
			ok: true,
			text: `По запросу «${query}» ничего не нашлось.`,
			sources,
			summary: "ничего не нашлось",
		};
	const texts = sources.map(({ title, url, publishedAt, snippet }) =>
		[title, url, publishedAt === null ? "" : dayOf(publishedAt), snippet].filter(Boolean).join("\n"),
	);
	return {
		ok: true,
		text: [`Найдено страниц: ${sources.length}.`, ...texts].join("\n\n"),
		sources,
		summary: counted(sources.length, PAGES),
	};
}

function failure(error: HttpError | SearchRefused): ToolOutcome {
	const code = codeOf(error);
	const reason = {
		timeout: "Поиск не ответил вовремя.",
		busy: "Поиск перегружен.",
		unavailable: "Поиск сейчас недоступен.",
	}[code];
	return {
		ok: false,
		code,
		text: `${reason} Ответь по тому, что знаешь, и скажи, что проверить в интернете не удалось.`,
	};
}

function codeOf(error: HttpError | SearchRefused) {
	if (!(error instanceof HttpError)) return "unavailable";
	if (error.failure === "timeout") return "timeout";
	return error.status === 429 ? "busy" : "unavailable";
}
