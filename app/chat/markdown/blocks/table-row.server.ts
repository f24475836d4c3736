/** Splits a row into cells at `|`; `\|` is a literal bar. */
export function splitRow(line: string): string[] {
	const row = line.trim();
	const cells: string[] = [];
	let cell = "";
	let closed = false;
	for (let i = row[0] === "|" ? 1 : 0; i < row.length; i++) {
		const sign = row[i];
		closed = sign === "|";
		if (closed) {
			cells.push(cell.trim());
			cell = "";
		} else if (sign === "\\" && i + 1 < row.length) {
			i++;
			cell += row[i] === "|" ? "|" : `\\${row[i]}`;
		} else cell += sign;
	}
	if (!closed) cells.push(cell.trim());
	return cells;
}

const DELIMITERS = /^[|:\- \t]+$/;

/** The alignments (`""`, `l`, `c`, `r`) of the columns, when the line is a delimiter row. */
export function alignmentsOf(line: string): string[] | undefined {
	if (!line.includes("-") || !DELIMITERS.test(line)) return undefined;
	const cells = splitRow(line);
	return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.map(alignmentOf) : undefined;
}

function alignmentOf(cell: string): string {
	if (cell.endsWith(":")) return cell.startsWith(":") ? "c" : "r";
	return cell.startsWith(":") ? "l" : "";
}
