import type { TFunction } from "i18next";
import { citedNumbers } from "./citations-in-text.server.ts";
import { findGiven, lastNumber } from "./given-passage.ts";
import { placeText } from "./place-text.ts";
import { parseSources } from "./sources.server.ts";
import type { WebSource } from "./web-source.ts";

/** Sources named below one answer. */
const MOST_NAMED = 200;

/**
 * The sources of an answer for where its text stands alone: a list in Markdown below an empty line. "" without any.
 * @param pages that its tools have found
 * @param text of the answer, whose numbers the list explains
 */
export function sourcesText(
	t: TFunction<"sources">,
	sources: string | null,
	pages: readonly WebSource[],
	text: string,
): string {
	const given = parseSources(sources);
	const last = Math.max(lastNumber(given), pages.at(-1)?.n ?? 0);
	const lines = citedNumbers(text, last, MOST_NAMED).flatMap((n) => {
		const page = pages.find((one) => one.n === n);
		if (page) return pageLine(page);
		const found = findGiven(given, n);
		if (!found) return [];
		const { name, cited } = found.document;
		const place = cited?.find((one) => one.n === n);
		const where = place ? placeText(t, name, place) : "";
		return `- [${n}] ${[inOneLine(name), inOneLine(where)].filter(Boolean).join(", ")}`;
	});
	return lines.length === 0 ? "" : `\n\n${t("title")}:\n\n${lines.join("\n")}\n`;
}

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Its title is a stranger's: no Markdown. */
const pageLine = ({ n, title, host, date, url }: WebSource) =>
	`- [${n}] ${[escaped(inOneLine(title)), title === host ? "" : host, date].filter(Boolean).join(", ")}: <${url}>`;

const escaped = (text: string) => text.replace(/[\\`*_[\]<>&|~$!]/g, "\\$&");
