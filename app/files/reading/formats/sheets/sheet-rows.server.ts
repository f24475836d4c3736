import type { TextOutput } from "../../process/text-output.server.ts";
import type { Attributes, XmlHandlers } from "../archive/xml.server.ts";
import { type NumberFormat, numberFormat } from "./number-format.server.ts";
import type { SharedStrings } from "./shared-strings.server.ts";

/** Empty columns between two cells that keep their places; a cell far to the right follows after one. */
const WIDEST_GAP = 30;
const GENERAL = numberFormat(0, undefined, false);

/** The rows of one sheet (ECMA-376, part 1, 18.3), as tables of Markdown. */
export class SheetRows implements XmlHandlers {
	readonly #output: TextOutput;
	readonly #strings: SharedStrings;
	readonly #formats: NumberFormat[];
	#cells: string[] = [];
	#column = 0;
	#type = "";
	#style = 0;
	#value = "";
	#isValue = false;
	/** The first column that has something, so that a table that stands aside does not begin with empty cells. */
	#first = -1;

	constructor(output: TextOutput, strings: SharedStrings, formats: NumberFormat[]) {
		this.#output = output;
		this.#strings = strings;
		this.#formats = formats;
	}

	open = (name: string, { r = "", t = "n", s = "0" }: Attributes): void => {
		if (name === "row") {
			this.#cells = [];
			this.#column = 0;
		} else if (name === "c") {
			this.#column = r === "" ? this.#column + 1 : columnOf(r);
			this.#type = t;
			this.#style = Number(s);
			this.#value = "";
			// An empty cell that is written out is work too.
			this.#output.count(1);
		} else if (name === "v" || name === "t") this.#isValue = true;
	};

	text = (text: string): void => {
		if (this.#isValue) this.#value += text;
	};

	close = (name: string): void => {
		if (name === "v" || name === "t") this.#isValue = false;
		else if (name === "c") this.#endCell();
		else if (name === "row" && this.#cells.length > 0) this.#output.row(this.#cells);
	};

	#endCell(): void {
		const text = this.#shown();
		if (text === "") return;
		if (this.#first < 0) this.#first = this.#column;
		this.#first = Math.min(this.#first, this.#column);
		const gap = this.#column - this.#first - this.#cells.length;
		if (gap > 0) this.#cells.push(...Array<string>(gap > WIDEST_GAP ? 1 : gap).fill(""));
		this.#cells.push(text);
	}

	#shown(): string {
		const value = this.#value;
		if (this.#type === "s") return this.#strings.at(Number(value));
		if (this.#type === "b") return value === "1" ? "ИСТИНА" : "ЛОЖЬ";
		if (this.#type !== "n" || value.trim() === "") return value;
		const number = Number(value);
		return Number.isFinite(number) ? (this.#formats[this.#style] ?? GENERAL)(number) : value;
	}
}

/** The number of a column, from 1, by the address of a cell: `AB12` is 28. */
function columnOf(address: string): number {
	let column = 0;
	for (const char of address) {
		const digit = char.charCodeAt(0) - 64;
		if (digit < 1 || digit > 26 || column > 20_000) break;
		column = column * 26 + digit;
	}
	return column;
}
