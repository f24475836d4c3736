/** An option of a list. */
export type Option = { value: string; label: string; description?: string };

const plain = (text: string) => text.toLocaleLowerCase("ru").replaceAll("ё", "е");

/**
 * The options whose label contains the typed text, with «ё» equal to «е» as in any Russian search. All of them for an
 * empty text.
 */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
	const wanted = plain(typed.trim());
	return wanted === "" ? options : options.filter(({ label }) => plain(label).includes(wanted));
}

/** A label split at the first match of the typed text: before it, the match, after it. */
export function aroundMatch(label: string, typed: string): [string, string, string] {
	const wanted = plain(typed.trim());
	const at = wanted === "" ? -1 : plain(label).indexOf(wanted);
	if (at < 0) return [label, "", ""];
	const end = at + wanted.length;
	return [label.slice(0, at), label.slice(at, end), label.slice(end)];
}
