/**
 * A longer line is only ever the text of a paragraph or of code: it is no heading, rule, fence or the like.
 * So a line without end need not be considered anew with each piece of it.
 */
export const LONGEST_SPECIAL_LINE = 1_000;

/** One line as it is read from left to right. A tab reaches to the next column that is a multiple of four. */
export class Line {
	readonly text: string;
	offset = 0;
	column = 0;
	/** Where the next character stands that is no space or tab, and how many columns further it is. */
	next = 0;
	indent = 0;
	#withinTab = false;

	constructor(text: string) {
		this.text = text;
		this.#look();
	}

	get blank(): boolean {
		return this.next >= this.text.length;
	}

	get indented(): boolean {
		return this.indent >= 4;
	}

	/** What follows the indent. */
	get content(): string {
		return this.text.slice(this.next);
	}

	/** What has not been read; of a tab that was read in part, the columns that are left. */
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

	/** Goes past characters that are no tabs. */
	skip(characters: number): void {
		this.offset += characters;
		this.column += characters;
		this.#withinTab = false;
		this.#look();
	}

	/** Goes past so many columns of indent. */
	skipColumns(columns: number): void {
		for (let left = Math.min(columns, this.indent); left > 0; ) {
			const wide = this.text[this.offset] === "\t" ? 4 - (this.column % 4) : 1;
			this.#withinTab = wide > left;
			this.column += Math.min(wide, left);
			if (!this.#withinTab) this.offset++;
			left -= wide;
		}
		this.#look();
	}

	/** `>` and one column behind it. */
	skipQuoteMarker(): void {
		this.skipIndent();
		this.skip(1);
		this.skipColumns(1);
	}

	#look(): void {
		let column = this.column;
		this.next = this.offset;
		for (let sign = this.text[this.next]; sign === " " || sign === "\t"; sign = this.text[this.next]) {
			column += sign === "\t" ? 4 - (column % 4) : 1;
			this.next++;
		}
		this.indent = column - this.column;
	}
}
