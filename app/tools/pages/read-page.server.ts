import * as v from "valibot";
import { Semaphore } from "../../platform/concurrency/semaphore.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { dayOf } from "../../platform/dates/dates.server.ts";
import { ownTool } from "../own-tool.server.ts";
import { hostName, pageSource } from "../page-source.server.ts";
import type { Tool, ToolOutcome } from "../tool.server.ts";
import { fetchPage } from "./fetch-page.server.ts";
import type { PageGuard } from "./page-guard.server.ts";
import { partOf } from "./page-parts.server.ts";
import { type PageProblem, PageRefused } from "./page-refused.server.ts";
import { readPdfPage } from "./read-pdf-page.server.ts";
import type { PageText } from "./text/main-text.server.ts";
import type { PageReader } from "./text/page-reader.server.ts";

/** Pages that are fetched at the same time: each may hold a body. */
const AT_ONCE = 32;
const WAITING = 200;
const ADDRESS_CHARACTERS = 2_000;
const SNIPPET_CHARACTERS = 300;

const PROBLEMS: Record<PageProblem, { code: string; text: string }> = {
	"no-address": {
		code: "bad-arguments",
		text: "нужен адрес страницы, который начинается с http:// или https://",
	},
	"not-public": { code: "refused", text: "этот адрес не из открытого интернета" },
	"no-host": { code: "unavailable", text: "такого сайта нет" },
	unavailable: { code: "unavailable", text: "сайт не ответил" },
	timeout: { code: "timeout", text: "сайт не ответил вовремя" },
	redirects: { code: "unavailable", text: "сайт без конца отправляет на другие адреса" },
	closed: { code: "refused", text: "страница закрыта для чтения" },
	"not-found": { code: "not-found", text: "страницы нет" },
	busy: { code: "busy", text: "слишком много запросов сразу" },
	"too-large": { code: "too-large", text: "страница слишком большая" },
	"too-hard": { code: "too-large", text: "страница слишком сложная" },
	unsupported: { code: "unsupported", text: "это не текст" },
	"no-text": { code: "empty", text: "на странице нет текста: возможно, он появляется только в браузере" },
	encrypted: { code: "refused", text: "документ закрыт паролем" },
	scan: { code: "empty", text: "это скан, текста в нём нет" },
};

/**
 * Reads a page of the web.
 * @param about the server's name for the owners of pages
 * @param ms of getting a page
 */
export function readPage({
	guard,
	reader,
	about,
	ms,
}: {
	guard: PageGuard;
	reader: PageReader;
	about: string;
	ms?: number;
}): Tool {
	const fetches = new Semaphore({ atOnce: AT_ONCE, waiting: WAITING });

	async function read(address: string, withLinks: boolean, signal: AbortSignal) {
		const page = await fetches.run(() => fetchPage(address, { guard, about, signal, ms }));
		if (page === "busy") throw new PageRefused("busy");
		const { url, kind, bytes } = page;
		const text =
			kind === "pdf"
				? await readPdfPage(bytes, signal)
				: await reader.read({ ...page, kind }, withLinks, signal);
		if (text.text === "") throw new PageRefused("no-text");
		return { url, text };
	}

	return ownTool({
		name: "read_page",
		title: "Чтение страниц",
		description:
			"Читает страницу интернета или PDF по адресу и возвращает основной текст. Длинный текст разделён на части.",
		properties: {
			url: { type: "string", description: "Адрес страницы целиком, с https://" },
			part: { type: "integer", minimum: 1, description: "Какая часть длинного текста нужна; без неё первая" },
			links: { type: "boolean", description: "Назвать и адреса ссылок, чтобы пройти по ним дальше" },
		},
		required: ["url"],
		args: v.object({
			url: v.pipe(
				v.string("нужна строка"),
				v.trim(),
				v.nonEmpty("адрес пуст"),
				v.maxLength(ADDRESS_CHARACTERS, "слишком длинный адрес"),
			),
			part: v.optional(
				v.pipe(v.number("нужно число"), v.integer("нужно целое число"), v.minValue(1, "нужно число от 1")),
				1,
			),
			links: v.optional(v.boolean("нужно true или false"), false),
		}),
		async run({ url: address, part, links }, { signal, now }) {
			try {
				const { url, text } = await read(address, links, signal);
				return describe(url, text, part, now);
			} catch (error) {
				if (!(error instanceof PageRefused)) throw error;
				const { code, text } = PROBLEMS[error.problem];
				return { ok: false, code, text: `Страница не прочитана: ${text}.` };
			}
		},
	});
}

function describe(url: URL, { title, date, text, cut }: PageText, part: number, now: number): ToolOutcome {
	const { piece, parts } = partOf(text, part);
	if (piece === null)
		return { ok: false, code: "bad-arguments", text: `Такой части нет: в тексте частей ${parts}.` };
	const source = pageSource(
		{
			url: url.href,
			title: title || fileName(url),
			snippet: cutText(text, SNIPPET_CHARACTERS).replace(/^#+ /gm, ""),
			publishedAt: date,
		},
		now,
	);
	const published = source?.publishedAt ?? null;
	const head = [
		`Страница: ${source?.title ?? hostName(url)}`,
		`Адрес: ${url.href}`,
		published === null ? "" : `Дата: ${dayOf(published)}`,
		parts > 1 ? `Часть ${part} из ${parts}${part < parts ? `; дальше — part: ${part + 1}` : ""}` : "",
		cut && part === parts ? "Страница длиннее: конец не прочитан" : "",
	];
	return {
		ok: true,
		text: `${head.filter(Boolean).join("\n")}\n\n${piece}`,
		sources: source ? [source] : [],
		summary: hostName(url),
	};
}

/** A document without a title of its own is called by its file. */
function fileName({ pathname }: URL): string {
	const name = pathname.split("/").at(-1) ?? "";
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
