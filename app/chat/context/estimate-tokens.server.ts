/**
 * Estimates the number of tokens of a text. Every model has its own tokenizer and none tells before it is called, so
 * the estimate counts what they have in common: a token is a short Latin word or the beginning of a longer one, about
 * three Cyrillic letters, one to three digits, one ideograph, about one sign. The figures are on the careful side of
 * the vocabularies in use; see docs/decisions/0022.
 */
export function estimateTokens(text: string): number {
	let tokens = 0;
	for (const [run] of text.matchAll(RUNS)) tokens += cost(run);
	return Math.ceil(tokens);
}

// A stress mark follows its letter and belongs to the word.
const RUNS = /[A-Za-z]+|(?:\p{Script=Cyrillic}|\p{M})+|\p{N}+|\p{L}+|\s+|./gsu;

const LATIN_LETTERS = 4.6;
const CYRILLIC_LETTERS = 3.2;
const DIGITS = 2;

function cost(run: string): number {
	if (/^[A-Za-z]/.test(run)) return Math.max(1, run.length / LATIN_LETTERS);
	if (/^(?:\p{Script=Cyrillic}|\p{M})/u.test(run)) return Math.max(1, run.length / CYRILLIC_LETTERS);
	if (/^\p{N}/u.test(run)) return run.length / DIGITS;
	// A single space belongs to the next word; line breaks and indents are tokens of their own.
	if (/^\s/.test(run)) return run === " " ? 0 : 1;
	if (/^\p{L}/u.test(run)) return run.length;
	return run.length > 1 ? 2 : 0.9;
}
