/** One kind of line end, and no NUL, as CommonMark asks, in a text that comes in pieces. */
export class LineEnds {
	#endsInCarriageReturn = false;

	take(piece: string): string {
		// The line was ended by the CR already; the LF of the pair says nothing new.
		const text = this.#endsInCarriageReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
		if (piece !== "") this.#endsInCarriageReturn = piece.endsWith("\r");
		return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
	}
}
