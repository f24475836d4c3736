import { fillTable, markForRebuilding } from "./fill-table.server.ts";
import type { MoveSource } from "./move-source.server.ts";
import type { Value } from "./records.server.ts";
import { RowSum } from "./row-sum.server.ts";
import type { TableTarget } from "./table-store.server.ts";

/** A table of the new database has other rows than that of the old one. */
export class TableDiffers extends Error {
	constructor(table: string) {
		super(table);
		this.name = "TableDiffers";
	}
}

type Progress = {
	/** Receives the number of rows of a table that have been written. */
	onRows?: (table: string, count: number) => void;
	/** A table is whole: all its rows have been read back, and compared by count and checksum. */
	onTable?: (table: string, count: number) => void;
	/** The program's schema does not have a table, which somebody else has made: it stays behind. */
	onSkipped?: (table: string) => void;
};

/**
 * Moves all rows of a database into another one, row by row and compared; nothing counts until all of it does.
 * @param target a database with the tables of `source`'s schema and no rows
 * @throws {TableDiffers}, and what `expectUnserved()` and the databases throw; the new database is then as before
 */
export async function moveTables(
	source: MoveSource,
	target: TableTarget,
	{ onRows, onTable, onSkipped }: Progress = {},
): Promise<{ tables: number; rows: number }> {
	const moved = { tables: 0, rows: 0 };
	const all = new Map<string, string[]>();
	const known = new Set(await target.tables());
	for (const table of await source.tables()) {
		if (!known.has(table)) {
			onSkipped?.(table);
			continue;
		}
		const columns = await source.columns(table);
		const sum = new RowSum();
		const tally = await fillTable(
			target,
			{ table, columns },
			summed(source.rows(table, columns), sum),
			(count) => onRows?.(table, count),
		);
		if (tally.count !== sum.tally.count || tally.sum !== sum.tally.sum) throw new TableDiffers(table);
		onTable?.(table, tally.count);
		all.set(table, columns);
		moved.tables++;
		moved.rows += tally.count;
	}
	await markForRebuilding(target, all);
	await source.expectUnserved();
	await target.commit();
	return moved;
}

async function* summed(rows: AsyncIterable<Value[]>, sum: RowSum): AsyncGenerator<Value[]> {
	for await (const row of rows) {
		sum.add(row);
		yield row;
	}
}
