// Long enough to let ordinary words of an error through, short enough to catch a phrase.
const QUOTE = 8;

/**
 * Takes out of a server's error what it quotes from the person's message: errors go to the log, and the
 * log holds no words of people.
 * @param said what was sent; only the last messages are worth giving, since every letter is looked up in them
 */
export function withoutEcho(text: string, said: string): string {
	let clean = "";
	let at = 0;
	while (at < text.length) {
		let end = at + QUOTE;
		if (end > text.length || !said.includes(text.slice(at, end))) {
			clean += text[at++];
			continue;
		}
		while (end < text.length && said.includes(text.slice(at, end + 1))) end++;
		clean += "[…]";
		at = end;
	}
	return clean;
}
