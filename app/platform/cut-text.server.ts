/**
 * The beginning of a text, well-formed: a character beyond 16 bits that the cut would halve is left out, since its half
 * is shown as «�».
 * @param length UTF-16 units at most
 */
export function cutText(text: string, length: number): string {
	const cut = text.slice(0, length);
	const isHalved = /[\ud800-\udbff]/.test(cut.at(-1) ?? "");
	return (isHalved ? cut.slice(0, -1) : cut).toWellFormed();
}
