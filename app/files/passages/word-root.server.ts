/** Suffixes by which Russian derives words from others; the longer ones first. */
const SUFFIX =
	/(?:ительн|ировани|ировк|ывани|ивани|овани|евани|тельн|ческ|ирова|ывал|ивал|очн|ечн|ичн|еск|тел|ниц|ник|чик|щик|ост|енн|анн|янн|чив|лив|ыва|ива|ова|ева|ени|ани|яни|ен|ан|ян|ем|им|ир|ив|ов|ев|нн|к|н|т|л|а|я|и|у|е)$/;
/** A shorter stem is taken as its own root. */
const LEAST_STEM = 5;
const LEAST_ROOT = 4;

/**
 * The approximate root of a Russian word, with its prefixes: «загрузка», «загрузочный» and «загрузить» → «загруз».
 * Words that the stemmer keeps apart share a root; sometimes an unrelated word is matched too. The root is the
 * beginning of the stem.
 * @param stem in lower case
 */
export function rootOf(stem: string): string {
	if (stem.length < LEAST_STEM || !/^[а-я]/.test(stem)) return stem;
	const once = shorten(stem);
	return shorten(once);
}

/**
 * Whether other stems may have this one's root: it has an ending that words are derived by, or it may be what the
 * stemmer leaves of a word that it cuts too short («депозит» → «депоз», while «депозита» → «депозит»).
 */
export const mayHaveRelatives = (stem: string): boolean => stem.length >= LEAST_ROOT && /^[а-я]+$/.test(stem);

function shorten(stem: string): string {
	const shorter = stem.replace(SUFFIX, "");
	return shorter.length < LEAST_ROOT ? stem : shorter;
}
