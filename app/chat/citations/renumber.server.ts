import type { GivenDocument } from "../context/given-documents.server.ts";
import { renumberCitations } from "./citations-in-text.server.ts";
import { findGiven, lastNumber, numberOf } from "./given-passage.ts";
import { parseSources } from "./sources.server.ts";

/**
 * An earlier answer with the numbers that its cited passages have now; those that are not given now are left out, as the
 * model would take them for others.
 * @param sources of that answer: what it was given of documents, and the highest number of a page of the web
 * @param given now
 */
export function withNumbersOf(
	text: string,
	{ sources, last_page }: { sources: string | null; last_page: number | null },
	given: readonly GivenDocument[],
): string {
	if (sources === null && last_page === null) return text;
	const before = parseSources(sources);
	const last = Math.max(lastNumber(before), Number(last_page));
	return renumberCitations(text, (n) => {
		const cited = findGiven(before, n);
		// No citation, but a number in brackets.
		if (!cited) return n > last ? n : null;
		return numberOf(given, cited.document.file, cited.passage) ?? null;
	});
}
