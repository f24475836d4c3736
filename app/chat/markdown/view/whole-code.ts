/**
 * The whole of a code block that is shown in part.
 * @param source the Markdown that contains it
 * @param shown the beginning of the code, in whole lines
 */
export function wholeCode(source: string, shown: string): string {
	const text = source.replace(/\r\n?/g, "\n");
	const at = text.indexOf(shown);
	// Inside a list or a quote the source lines differ from the code: then only the shown part is certain.
	if (at < 0) return shown;
	const rest = text.slice(at + shown.length);
	const end = rest.search(/^ {0,3}(?:`{3,}|~{3,})[ \t]*$/m);
	return shown + (end < 0 ? rest : rest.slice(0, end));
}
