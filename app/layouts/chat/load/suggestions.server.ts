import { SUGGESTIONS } from "../../../i18n/ru/suggestions.ts";

/** A suggestion of an empty chat. `ask`: the question that it puts into the composer. */
export type Suggestion = { key: keyof typeof SUGGESTIONS; title: string; text: string; ask: string };

/**
 * The four suggestions of an empty chat: that of a document where a model reads it, that of a search where there is one.
 * They come with the data, because a page with a conversation would load their texts for nothing.
 */
export function suggestionsOf({ reads, searches }: { reads: boolean; searches: boolean }): Suggestion[] {
	const keys = [reads ? "document" : "explain", "write", searches ? "search" : "code", "plan"] as const;
	return keys.map((key) => ({ key, ask: SUGGESTIONS[key].text, ...SUGGESTIONS[key] }));
}
