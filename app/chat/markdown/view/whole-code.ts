/**
 * All of a block of code that is shown in part.
 * @param source the Markdown that it stands in
 * @param shown the beginning of the code, whole lines of it
 */
export function wholeCode(source: string, shown: string): string {
	const text = source.replace(/\r\n?/g, "\n");
	const at = text.indexOf(shown);
	// In a list or a quote the lines of the source are others: what is shown is all that is known for sure.
	if (at < 0) return shown;
	const rest = text.slice(at + shown.length);
	const end = rest.search(/^ {0,3}(?:`{3,}|~{3,})[ \t]*$/m);
	return shown + (end < 0 ? rest : rest.slice(0, end));
}
