/** Unicode's bound for combining marks in a row (UAX #15, the Stream-Safe Text Format); no language has so many. */
const LONG_RUN = /\p{M}{30}(?=\p{M})/gu;
const COMBINING_GRAPHEME_JOINER = "\u034f";

/**
 * The text in the normal form NFC, in linear time whatever it holds. `normalize` alone sorts the marks of a letter by
 * insertion: 60,000 of them hold the event loop for seconds. So a longer run is broken first, by the character that
 * the standard names for it, and only such a text differs from its plain NFC.
 */
export const toNfc = (text: string): string =>
	text.replace(LONG_RUN, `$&${COMBINING_GRAPHEME_JOINER}`).normalize("NFC");
