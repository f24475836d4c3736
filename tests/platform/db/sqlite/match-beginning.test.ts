import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../../app/platform/db/migrate.server.ts";
import { matchBeginning, type WordIndex } from "../../../../app/platform/db/sqlite/match-beginning.server.ts";

let folder: string;
let db: Db;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-beginning-"));
	db = await openDatabase(`sqlite:${join(folder, "test.db")}`);
	await migrate(db);
});
afterEach(async () => {
	await db.destroy();
	rmSync(folder, { recursive: true, force: true });
});

async function write(index: WordIndex, texts: readonly string[]): Promise<void> {
	for (const [i, words] of texts.entries())
		await sql`insert into ${sql.id(index)} (rowid, words) values (${i + 1}, ${words})`.execute(db);
}

async function rowsOf(index: WordIndex, match: string): Promise<number[]> {
	const { rows } = await sql<{ rowid: number }>`
		select rowid from ${sql.id(index)} where ${sql.id(index)} match ${match} order by rowid
	`.execute(db);
	return rows.map(({ rowid }) => rowid);
}

test.each(["search_words", "passage_words"] as const)(
	"%s: a beginning in a few places is asked for as one, in more by its terms, and either finds the same",
	async (index) => {
		await write(index, ["ключпривет", "ключпривоз ключпривет", "ключпри", "ключпря", "другойпривет"]);
		const merged = await matchBeginning(db, index, "ключпри", 4);
		expect(merged).toBe('"ключпри"*');
		const single = await matchBeginning(db, index, "ключпри", 3);
		expect(single).toBe('("ключпри" OR "ключпривет" OR "ключпривоз")');
		expect([await rowsOf(index, merged), await rowsOf(index, single)]).toEqual([
			[1, 2, 3],
			[1, 2, 3],
		]);
		expect(await matchBeginning(db, index, "ключпу", 4)).toBe('"ключпу"*');
	},
);

test("of more terms than anybody has of one beginning the first are asked for", async () => {
	const words = Array.from({ length: 100 }, (_, i) => `слово${String(i).padStart(2, "0")}`);
	await write("search_words", [words.join(" ")]);
	const match = await matchBeginning(db, "search_words", "слово", 99);
	expect(match).toBe(
		`(${words
			.slice(0, 64)
			.map((word) => `"${word}"`)
			.join(" OR ")})`,
	);
	expect(await rowsOf("search_words", match)).toEqual([1]);
});
