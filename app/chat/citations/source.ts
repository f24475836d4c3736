import type { GivenDocument } from "../context/given-documents.server.ts";
import { findGiven } from "./given-passage.ts";
import type { Place } from "./place-text.ts";

/** The target of a citation. */
export type Source = {
	n: number;
	name: string;
	/** The page with its text; null: the document is gone. */
	href: string | null;
	/** Unknown until the answer has ended. */
	place: Place | null;
	quote: string | null;
};

/** The message whose citation a page of text was opened from: the way back. */
export type CitingMessage = { conversationId: string; answerId: string };

/** The source behind a number of an answer; undefined where the model was not given it. */
export function sourceOf(
	given: readonly GivenDocument[],
	n: number,
	{ conversationId, answerId }: CitingMessage,
): Source | undefined {
	const found = findGiven(given, n);
	if (!found) return undefined;
	const { document, passage } = found;
	const { file, name } = document;
	const cited = document.cited?.find((one) => one.n === n);
	const address = `/documents?file=${file}&passage=${passage}&c=${conversationId}&m=${answerId}#passage-${passage}`;
	return {
		n,
		name,
		href: document.gone ? null : address,
		place: cited ?? null,
		quote: cited?.quote ?? null,
	};
}
