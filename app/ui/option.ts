/** One of a list to choose from. */
export type Option = { value: string; label: string; description?: string };

const plain = (text: string) => text.toLocaleLowerCase("ru").replaceAll("ё", "е");

/** Those whose name holds what was typed, «ё» being «е» as in any Russian search. All of them for nothing typed. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
	const wanted = plain(typed.trim());
	return wanted === "" ? options : options.filter(({ label }) => plain(label).includes(wanted));
}

/** A name around the first place that matches what was typed: before it, it, after it. */
export function aroundMatch(label: string, typed: string): [string, string, string] {
	const wanted = plain(typed.trim());
	const at = wanted === "" ? -1 : plain(label).indexOf(wanted);
	if (at < 0) return [label, "", ""];
	const end = at + wanted.length;
	return [label.slice(0, at), label.slice(at, end), label.slice(end)];
}
