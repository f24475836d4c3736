/** The letters that stay beside the ending of a name that is cut in the middle. */
const TAIL = 3;

/** A file's name, cut in the middle where it is too long: the ending stays, and the whole name is in the title. Its parts stand in the direction of its words. */
export function FileName({ name }: { name: string }) {
	const ending = /\.[\p{L}\p{N}]{1,5}$/u.exec(name)?.[0] ?? "";
	let at = Math.max(0, name.length - ending.length - TAIL);
	// Half of an emoji is another character in the server's UTF-8 than in the browser: the page would not be hydrated.
	if ((name.codePointAt(at - 1) ?? 0) > 0xffff) at--;
	// A tail does not begin with a space, which would be lost at the edge of a box, nor with a point.
	const cut = at + (/^[\s.,]*/.exec(name.slice(at, name.length - ending.length))?.[0].length ?? 0);
	return (
		<span className="cut" title={name} dir="auto">
			<span>{name.slice(0, cut)}</span>
			<span>{name.slice(cut)}</span>
		</span>
	);
}
