const ESC = "\u001b";
/** ESC and what follows it, a control character, or words. */
const PIECE = new RegExp(`${ESC}(?:Y..|.)|\\p{Cc}|\\P{Cc}+`, "gsu");
/** A sequence whose end has not come yet. */
const OPEN = new RegExp(`${ESC}(?:Y.?)?$`, "su");

/**
 * The screen of a VT52, the plainest terminal that a full-screen program knows: it has no colours and no windows, and
 * every character takes one place.
 */
export class Terminal {
	readonly #rows: string[][];
	readonly #columns: number;
	#row = 0;
	#column = 0;
	/** The beginning of a sequence whose end has not come yet. */
	#rest = "";

	constructor(rows: number, columns: number) {
		this.#columns = columns;
		this.#rows = Array.from({ length: rows }, () => []);
	}

	/** What it shows, a line a row, without blanks at the ends. */
	get text(): string {
		const lines = this.#rows.map((row) =>
			Array.from(row, (sign) => sign ?? " ")
				.join("")
				.trimEnd(),
		);
		return lines.join("\n").trimEnd();
	}

	write(output: string): void {
		const whole = this.#rest + output;
		const [open = ""] = OPEN.exec(whole) ?? [];
		this.#rest = open;
		for (const [piece] of whole.slice(0, whole.length - open.length).matchAll(PIECE)) this.#take(piece);
	}

	#take(piece: string): void {
		if (piece.startsWith(ESC)) this.#obey(piece.slice(1));
		else if (piece === "\r") this.#column = 0;
		else if (piece === "\n") this.#lineFeed();
		else if (piece === "\b") this.#column = Math.max(0, this.#column - 1);
		else if (piece === "\t") this.#column = Math.min(this.#columns - 1, (this.#column & ~7) + 8);
		else if (piece >= " ") for (const sign of piece) this.#put(sign);
	}

	#put(sign: string): void {
		const row = this.#rows[this.#row];
		if (row) row[this.#column] = sign;
		// At the right edge it stays where it is.
		this.#column = Math.min(this.#columns - 1, this.#column + 1);
	}

	#lineFeed(): void {
		if (this.#row < this.#rows.length - 1) {
			this.#row += 1;
			return;
		}
		this.#rows.shift();
		this.#rows.push([]);
	}

	#obey(order: string): void {
		const row = this.#rows[this.#row];
		if (order === "A") this.#row = Math.max(0, this.#row - 1);
		else if (order === "B") this.#row = Math.min(this.#rows.length - 1, this.#row + 1);
		else if (order === "C") this.#column = Math.min(this.#columns - 1, this.#column + 1);
		else if (order === "D") this.#column = Math.max(0, this.#column - 1);
		else if (order === "H") [this.#row, this.#column] = [0, 0];
		else if (order === "I" && this.#row > 0) this.#row -= 1;
		else if (order === "I") {
			this.#rows.pop();
			this.#rows.unshift([]);
		} else if (order === "K") row?.splice(this.#column);
		else if (order === "J") {
			row?.splice(this.#column);
			for (const below of this.#rows.slice(this.#row + 1)) below.length = 0;
		} else if (order.startsWith("Y")) {
			// Each place is a character from the blank on.
			this.#row = (order.codePointAt(1) ?? 32) - 32;
			this.#column = (order.codePointAt(2) ?? 32) - 32;
		}
	}
}
