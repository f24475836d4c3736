import { domainToUnicode } from "node:url";
import { cutText } from "../platform/cut-text.server.ts";
import type { ToolSource } from "./tool.server.ts";

const TITLE_CHARACTERS = 200;
const SNIPPET_CHARACTERS = 700;
const URL_CHARACTERS = 2_000;
/** A page from before the web, or from the future, has a clock that is wrong. */
const FIRST_PAGE = Date.UTC(1991, 7, 6);
const DAY = 86_400_000;

const ENTITIES: Record<string, string> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
	"#39": "'",
	"#x27": "'",
};

/**
 * A page as a source, out of what a stranger says about it.
 * @returns null: it has no address of the web
 */
export function pageSource(
	page: { url: string; title: string; snippet: string; publishedAt?: string | number | null },
	now: number,
): ToolSource | null {
	const url = URL.parse(page.url);
	if (!url || !/^https?:$/.test(url.protocol) || url.href.length > URL_CHARACTERS) return null;
	url.username = url.password = "";
	const host = hostName(url);
	return {
		url: url.href,
		title: plainText(page.title, TITLE_CHARACTERS) || host,
		host,
		snippet: plainText(page.snippet, SNIPPET_CHARACTERS),
		publishedAt: publicationTime(page.publishedAt, now),
	};
}

/** «кремль.рф», «example.com»: without `www.`; names of other alphabets stay encoded, since some look like others. */
export function hostName({ hostname }: URL): string {
	const readable = domainToUnicode(hostname);
	return (/^[а-яё\d.-]+\.(рф|рус|дети|москва)$/.test(readable) ? readable : hostname).replace(/^www\./, "");
}

/** Marks that turn the direction of what follows them: a title could say another thing than it shows. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text in one line, without tags, entities, control characters and marks of direction. */
export function plainText(text: string, limit: number): string {
	const line = cutText(text, 10 * limit)
		.replace(/<\/?(?:b|strong|em|i|mark|span|br)(?:\s[^<>]*)?\/?>/gi, "")
		.replace(/&(#?\w{2,6});/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
		.replace(DIRECTIONS, "")
		.replace(/[\p{Cc}\s\u200b\u2060\ufeff]+/gu, " ")
		.trim();
	return line.length > limit ? `${cutText(line, limit - 1)}…` : line;
}

/** @returns milliseconds; null where the date is none */
export function publicationTime(date: string | number | null | undefined, now: number): number | null {
	const at = typeof date === "string" ? Date.parse(date) : (date ?? Number.NaN);
	return at >= FIRST_PAGE && at <= now + DAY ? at : null;
}
