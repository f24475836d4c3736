/**
 * Puts a quote before what is typed in the composer, and the caret behind it. The composer learns of it by the field's
 * own event, as of typing.
 * @returns whether there is a field
 */
export function quoteInComposer(text: string): boolean {
	const field = document.getElementById("message");
	if (!(field instanceof HTMLTextAreaElement)) return false;
	field.focus();
	field.setRangeText(asQuote(text), 0, 0);
	field.setSelectionRange(field.value.length, field.value.length);
	field.dispatchEvent(new Event("input", { bubbles: true }));
	return true;
}

/** The quote in Markdown: each line begins with «>», and an empty line ends it. */
const asQuote = (text: string): string =>
	`${text
		.trim()
		.split(/\r?\n/)
		.map((line) => `> ${line}`.trimEnd())
		.join("\n")}\n\n`;
