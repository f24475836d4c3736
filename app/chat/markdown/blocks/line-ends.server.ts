/** Normalises line ends to LF and replaces NUL, as CommonMark requires, in a text that arrives in pieces. */
export class LineEnds {
	#endsInCarriageReturn = false;

	take(piece: string): string {
		// The CR has ended the line already; the LF of the pair is dropped.
		const text = this.#endsInCarriageReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
		if (piece !== "") this.#endsInCarriageReturn = piece.endsWith("\r");
		return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
	}
}
