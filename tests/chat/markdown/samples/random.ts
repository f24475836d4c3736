/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The text in pieces of 1 to `longest` UTF-16 units: pairs of surrogates are torn apart, too. */
export function chop(text: string, longest: number, random: () => number): string[] {
	const pieces: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = at + 1 + Math.floor(random() * longest);
		pieces.push(text.slice(at, end));
		at = end;
	}
	return pieces;
}
