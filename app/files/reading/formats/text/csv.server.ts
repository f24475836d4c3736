import type { TextOutput } from "../../process/text-output.server.ts";
import { decoded } from "./decode.server.ts";

const DELIMITERS = [";", ",", "\t", "|"];
/** A longer cell is cut: what follows an unclosed quote is no cell. */
const LONGEST_CELL = 50_000;

/** A table of RFC 4180, whose delimiter is the one that stands most often outside quotes in the first lines. */
export async function readCsv(path: string, output: TextOutput): Promise<void> {
	const parser = new CsvParser((cells) => output.row(cells));
	output.startTable();
	for await (const piece of decoded(path)) parser.write(piece);
	parser.end();
}

class CsvParser {
	readonly #onRow: (cells: string[]) => void;
	#delimiter = "";
	#cells: string[] = [];
	#cell = "";
	#isQuoted = false;
	#wasQuote = false;
	#wasReturn = false;

	constructor(onRow: (cells: string[]) => void) {
		this.#onRow = onRow;
	}

	write(text: string): void {
		if (this.#delimiter === "" && text !== "") this.#delimiter = delimiterOf(text);
		for (const char of text) this.#add(char);
	}

	end(): void {
		if (this.#cell !== "" || this.#cells.length > 0) this.#endRow();
	}

	#add(char: string): void {
		if (this.#isQuoted) {
			if (this.#wasQuote) {
				this.#wasQuote = false;
				if (char === '"') {
					this.#cell += char;
					return;
				}
				this.#isQuoted = false;
			} else if (char === '"') {
				this.#wasQuote = true;
				return;
			} else {
				if (this.#cell.length < LONGEST_CELL) this.#cell += char;
				return;
			}
		}
		if (char === "\n" && this.#wasReturn) {
			this.#wasReturn = false;
			return;
		}
		this.#wasReturn = char === "\r";
		if (char === '"' && this.#cell === "") this.#isQuoted = true;
		else if (char === this.#delimiter) this.#endCell();
		else if (char === "\n" || char === "\r") this.#endRow();
		else if (this.#cell.length < LONGEST_CELL) this.#cell += char;
	}

	#endCell(): void {
		this.#cells.push(this.#cell);
		this.#cell = "";
	}

	#endRow(): void {
		this.#endCell();
		this.#onRow(this.#cells);
		this.#cells = [];
	}
}

function delimiterOf(text: string): string {
	const start = text.slice(0, 10_000).replace(/"[^"]*"/g, "");
	// Excel says it in a first line of its own.
	const said = /^\ufeff?sep=(.)\r?\n/i.exec(start)?.[1];
	const counts = DELIMITERS.map((delimiter) => start.split(delimiter).length);
	return said ?? DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
