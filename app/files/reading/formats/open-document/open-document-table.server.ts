import type { TextOutput } from "../../process/text-output.server.ts";
import type { Attributes } from "../archive/xml.server.ts";

/** A row of LibreOffice goes on with one repeated empty cell to the last column of the sheet. */
const WIDEST_GAP = 30;

/**
 * The table that is being read. Rows and cells are repeated by their attributes, which cost nothing in the file, so what
 * is written out counts as cells. The text of an inner table goes into the cell around it.
 */
export class OpenDocumentTable {
	readonly #output: TextOutput;
	#depth = 0;
	#cells: string[] = [];
	#cell: string[] = [];
	#empty = 0;
	#isInCell = false;
	#rows = 1;
	#columns = 1;
	#afterRow: (() => void) | null = null;

	constructor(output: TextOutput) {
		this.#output = output;
	}

	get isOpen(): boolean {
		return this.#depth > 0;
	}

	get isInCell(): boolean {
		return this.#isInCell;
	}

	start(): void {
		if (++this.#depth === 1) this.#output.startTable();
	}

	end(): void {
		this.#depth--;
	}

	startRow(attributes: Attributes): void {
		if (this.#depth !== 1) return;
		this.#cells = [];
		this.#empty = 0;
		this.#rows = repeated(attributes["number-rows-repeated"]);
	}

	startCell(attributes: Attributes): void {
		if (this.#depth !== 1) return;
		this.#cell = [];
		this.#isInCell = true;
		this.#columns = repeated(attributes["number-columns-repeated"]);
	}

	add(text: string): void {
		if (text !== "") this.#cell.push(text);
	}

	endCell(): void {
		if (this.#depth !== 1) return;
		this.#isInCell = false;
		const text = this.#cell.join(" ");
		if (text === "") {
			this.#empty += this.#columns;
			return;
		}
		const gap = this.#empty > WIDEST_GAP ? 1 : this.#empty;
		this.#empty = 0;
		this.#output.count(gap + this.#columns);
		this.#cells.push(...Array<string>(gap).fill(""));
		for (let i = 0; i < this.#columns; i++) this.#cells.push(text);
	}

	endRow(): void {
		if (this.#depth !== 1) return;
		if (this.#cells.length > 0) for (let i = 0; i < this.#rows; i++) this.#output.row(this.#cells);
		this.#afterRow?.();
		this.#afterRow = null;
	}

	/** @param act what happens once the row is written, which is not torn apart */
	afterRow(act: () => void): void {
		this.#afterRow = act;
	}
}

const repeated = (times = "1") => Math.max(1, Number.parseInt(times, 10) || 1);
