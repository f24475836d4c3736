// Long enough to let ordinary words of an error through, short enough to catch a phrase.
const QUOTE = 8;

/**
 * Removes quotes of the user's message from a server's error: errors are logged, and the log contains no user text.
 * @param sent the text that was sent; the last messages suffice, since it is searched for every character of the
 * error
 */
export function withoutEcho(text: string, sent: string): string {
	let clean = "";
	let at = 0;
	while (at < text.length) {
		let end = at + QUOTE;
		if (end > text.length || !sent.includes(text.slice(at, end))) {
			clean += text[at++];
			continue;
		}
		while (end < text.length && sent.includes(text.slice(at, end + 1))) end++;
		clean += "[…]";
		at = end;
	}
	return clean;
}
