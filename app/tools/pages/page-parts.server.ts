/** About 5 000 tokens of Russian: a result that the smallest context takes, and most articles whole. */
const PART_CHARACTERS = 16_000;

/**
 * A part of a long text, which ends with a paragraph or a line where there is one.
 * @param part from 1
 * @returns null: the text has fewer parts
 */
export function partOf(text: string, part: number): { piece: string | null; parts: number } {
	const pieces: string[] = [];
	for (let from = 0; from < text.length; ) {
		const end = endOfPart(text, from);
		pieces.push(text.slice(from, end).trim());
		from = end;
	}
	return { piece: pieces[part - 1] ?? null, parts: pieces.length };
}

function endOfPart(text: string, from: number): number {
	const end = from + PART_CHARACTERS;
	if (end >= text.length) return text.length;
	const least = from + PART_CHARACTERS / 2;
	for (const separator of ["\n\n", "\n", " "]) {
		const at = text.lastIndexOf(separator, end);
		if (at > least) return at + separator.length;
	}
	// Not between the halves of a character.
	return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end;
}
