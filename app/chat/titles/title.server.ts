const TITLE_LENGTH = 60;

/** A conversation's first title: the beginning of its first prompt, cut at a word. */
export function titleFrom(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	if (line.length <= TITLE_LENGTH) return line;
	const cut = line.slice(0, TITLE_LENGTH);
	const atWord = cut.replace(/\s+\S*$/, "");
	// A surrogate pair must not be cut in two.
	return `${(atWord.length > TITLE_LENGTH / 2 ? atWord : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
