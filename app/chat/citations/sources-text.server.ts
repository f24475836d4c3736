import type { TFunction } from "i18next";
import { citedNumbers } from "./citations-in-text.server.ts";
import { findGiven, lastGiven } from "./given-passage.ts";
import { placeText } from "./place-text.ts";
import { parseSources } from "./sources.server.ts";

/** Sources named below one answer. */
const MOST_NAMED = 200;

/**
 * The sources of an answer for where its text stands alone: a list in Markdown below an empty line. "" without any.
 * @param text of the answer, whose numbers the list explains
 */
export function sourcesText(t: TFunction<"sources">, sources: string | null, text: string): string {
	const given = parseSources(sources);
	const lines = citedNumbers(text, lastGiven(given), MOST_NAMED).flatMap((n) => {
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
