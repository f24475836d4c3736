import type { GivenDocument } from "../context/given-documents.server.ts";
import { renumberCitations } from "./citations-in-text.server.ts";
import { findGiven, numberOf } from "./given-passage.ts";
import { parseSources } from "./sources.server.ts";

/**
 * An earlier answer with the numbers that its cited passages have now; those that are not given now are left out, as the
 * model would take them for others.
 * @param sources of that answer
 * @param given now
 */
export function withNumbersOf(text: string, sources: string | null, given: readonly GivenDocument[]): string {
	if (sources === null) return text;
	const before = parseSources(sources);
	return renumberCitations(text, (n) => {
		const cited = findGiven(before, n);
		// No citation, but a number in brackets.
		if (!cited) return n;
		return numberOf(given, cited.document.file, cited.passage) ?? null;
	});
}
