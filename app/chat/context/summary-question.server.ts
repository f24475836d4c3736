/** Words by which people ask for the whole of a text, in Russian and English. */
const SUMMARY =
	/(?<!\p{L})(?:перескаж|пересказ|законспектируй|конспект|суммируй|суммариз|резюмируй|обобщи|краткое содержание|основные (?:мысли|идеи|тезисы)|о ч[её]м (?:этот|эта|это|эти|документ|файл|книга|текст|договор|статья|отч[её]т|говорится)|summar|tl;?dr)/iu;

/** Whether a question asks for all of a document and not for a place in it: no search finds that. */
export const asksForWhole = (question: string): boolean => SUMMARY.test(question);

/**
 * Numbers of passages from beginning to end of a document, at equal distances.
 * @param of the passages of the document
 * @param count how many are wanted
 */
export function spreadOver(of: number, count: number): number[] {
	const wanted = Math.max(1, Math.min(of, count));
	if (wanted === 1) return of > 0 ? [1] : [];
	const step = (of - 1) / (wanted - 1);
	return [...new Set(Array.from({ length: wanted }, (_, i) => 1 + Math.round(i * step)))];
}
