import type { Tally, Value } from "./records.server.ts";
import { RowSum } from "./row-sum.server.ts";
import type { TableTarget } from "./table-store.server.ts";

const ROWS_AT_ONCE = 500;
/** Rows of one insert together, in characters: one row may be a book. */
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024;

/**
 * Inserts rows in batches, then reads them back.
 * @param onRows called after each batch with how many rows there are so far
 * @returns what stands in the table now
 */
export async function fillTable(
	into: TableTarget,
	{ table, columns }: { table: string; columns: readonly string[] },
	from: AsyncIterable<Value[]>,
	onRows: (count: number) => void = () => {},
): Promise<Tally> {
	let rows: Value[][] = [];
	let characters = 0;
	let count = 0;
	const insert = async () => {
		await into.insert(table, columns, rows);
		count += rows.length;
		rows = [];
		characters = 0;
		onRows(count);
	};
	for await (const row of from) {
		rows.push(row);
		for (const value of row) characters += typeof value === "number" ? 8 : (value?.length ?? 0);
		if (rows.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await insert();
	}
	if (rows.length > 0) await insert();
	const sum = new RowSum();
	for await (const row of into.rows(table, columns)) sum.add(row);
	return sum.tally;
}

/**
 * Marks the parts that a copied database has to make anew, after all its tables are filled: the searches of messages
 * and of documents differ between the databases and are not copied.
 * @param columns those of the copied tables, by table
 */
export async function markForRebuilding(
	into: TableTarget,
	columns: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
	// The server makes it from conversations that are marked as not indexed.
	if (columns.get("conversations")?.includes("index_tries"))
		await into.run("update conversations set indexed_at = null, index_tries = 0");
	// A job reads the files again (`readFileHandler`). Pictures have no text, and are whole.
	if (columns.has("files"))
		await into.run(
			"update files set state = 'waiting' where state <> 'failed' and coalesce(passages, 1) > 0",
		);
}
