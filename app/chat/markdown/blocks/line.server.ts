/**
 * A longer line can only be text of a paragraph or of code, never a heading, rule, fence or the like, so that a line
 * without limit is not parsed again with each piece of it.
 */
export const LONGEST_SPECIAL_LINE = 1_000;

/** A cursor over one line. A tab reaches to the next column that is a multiple of four. */
export class Line {
	readonly text: string;
	offset = 0;
	column = 0;
	/** The position of the next character that is no space or tab, and its distance in columns. */
	next = 0;
	indent = 0;
	#withinTab = false;

	constructor(text: string) {
		this.text = text;
		this.#scanIndent();
	}

	get blank(): boolean {
		return this.next >= this.text.length;
	}

	get indented(): boolean {
		return this.indent >= 4;
	}

	/** The text after the indent. */
	get content(): string {
		return this.text.slice(this.next);
	}

	/** The unread rest; of a partly consumed tab, the remaining columns. */
	get rest(): string {
		if (!this.#withinTab) return this.text.slice(this.offset);
		return " ".repeat(4 - (this.column % 4)) + this.text.slice(this.offset + 1);
	}

	skipIndent(): void {
		this.column += this.indent;
		this.offset = this.next;
		this.#withinTab = false;
		this.indent = 0;
	}

	/** Skips characters that are no tabs. */
	skip(characters: number): void {
		this.offset += characters;
		this.column += characters;
		this.#withinTab = false;
		this.#scanIndent();
	}

	/** Skips columns of indent. */
	skipColumns(columns: number): void {
		for (let left = Math.min(columns, this.indent); left > 0; ) {
			const wide = this.text[this.offset] === "\t" ? 4 - (this.column % 4) : 1;
			this.#withinTab = wide > left;
			this.column += Math.min(wide, left);
			if (!this.#withinTab) this.offset++;
			left -= wide;
		}
		this.#scanIndent();
	}

	/** Skips `>` and one column after it. */
	skipQuoteMarker(): void {
		this.skipIndent();
		this.skip(1);
		this.skipColumns(1);
	}

	#scanIndent(): void {
		let column = this.column;
		this.next = this.offset;
		for (let sign = this.text[this.next]; sign === " " || sign === "\t"; sign = this.text[this.next]) {
			column += sign === "\t" ? 4 - (column % 4) : 1;
			this.next++;
		}
		this.indent = column - this.column;
	}
}
