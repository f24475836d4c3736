/** How well a text matches: the BM25 sum, and the part of the question's weight that it covers, 0 to 1. */
export type Match = { text: number; score: number; share: number };

// The usual BM25 parameters k1 and b: how soon a repeated word saturates, and how much a long text is penalised.
const SATURATION = 1.2;
const LENGTH = 0.75;
/** The common prefix, in letters, of terms that count as related. */
const COMMON_BEGINNING = 5;

/** Full-text search by Okapi BM25. For hundreds of texts: every one of them is scored. */
export class WordIndex {
	readonly #counts: Map<string, number>[];
	readonly #lengths: number[];
	readonly #meanLength: number;
	/** The number of texts that contain a word. */
	readonly #spread = new Map<string, number>();

	/** @param texts each as its terms; a repeated word weighs more */
	constructor(texts: readonly (readonly string[])[]) {
		this.#counts = texts.map(countTerms);
		this.#lengths = texts.map(({ length }) => length);
		this.#meanLength = this.#lengths.reduce((all, length) => all + length, 0) / Math.max(1, texts.length);
		for (const counts of this.#counts) {
			for (const word of counts.keys()) this.#spread.set(word, (this.#spread.get(word) ?? 0) + 1);
		}
	}

	/** Texts that contain at least one of the terms, the best first. */
	find(question: readonly string[]): Match[] {
		const terms = [...new Set(question.map((word) => this.#nearest(word)))];
		const whole = terms.reduce((all, word) => all + this.#rarity(word), 0);
		return this.#counts
			.map((counts, text): Match => {
				const found = terms.filter((word) => counts.has(word));
				const score = found.reduce((all, word) => all + this.#score(word, text), 0);
				return { text, score, share: found.reduce((all, word) => all + this.#rarity(word), 0) / whole };
			})
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score);
	}

	/** An unknown word may be the beginning of a known one, or begin with it: «остановк» and «останов». */
	#nearest(word: string): string {
		if (this.#spread.has(word)) return word;
		const akin = [...this.#spread.keys()].filter(
			(known) =>
				Math.min(known.length, word.length) >= COMMON_BEGINNING &&
				(known.startsWith(word) || word.startsWith(known)),
		);
		return akin.sort((a, b) => b.length - a.length)[0] ?? word;
	}

	#rarity(word: string): number {
		const spread = this.#spread.get(word) ?? 0;
		return Math.log(1 + (this.#counts.length - spread + 0.5) / (spread + 0.5));
	}

	#score(word: string, text: number): number {
		const count = this.#counts[text]?.get(word) ?? 0;
		const length = (this.#lengths[text] ?? 0) / this.#meanLength;
		return (
			(this.#rarity(word) * count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH + LENGTH * length))
		);
	}
}

function countTerms(terms: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of terms) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}
