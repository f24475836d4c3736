import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Passage } from "../reading/passages.server.ts";
import { stemOf, termOf, wordsOf } from "./passage-terms.server.ts";

/** Passages written per transaction: a few milliseconds. */
const WRITTEN_AT_ONCE = 40;
/** Words whose terms are kept while a file is written: a text repeats its words, and a stem costs more than all else. */
const KEPT_TERMS = 2_000;
/** Rows deleted per statement. */
const DELETED_AT_ONCE = 500;
/** The highest position of a word in PostgreSQL's `tsvector`, and how many of one word it keeps. */
const LAST_POSITION = 16_383;
const POSITIONS = 200;

/** Writes the passages of one file with their words, in their order. */
export class PassageWriter {
	readonly #db: Db;
	readonly #file: { id: string; account_id: string };
	readonly #countTokens: (text: string) => number;
	readonly #terms = new Map<string, string>();
	#held: Passage[] = [];
	/** How many have been written, and the tokens of all. */
	count = 0;
	tokens = 0;

	constructor(db: Db, file: { id: string; account_id: string }, countTokens: (text: string) => number) {
		this.#db = db;
		this.#file = file;
		this.#countTokens = countTokens;
	}

	async add(passages: readonly Passage[]): Promise<void> {
		for (const passage of passages) {
			this.#held.push(passage);
			if (this.#held.length === WRITTEN_AT_ONCE) await this.flush();
		}
	}

	async flush(): Promise<void> {
		const rows: Row[] = [];
		for (const { text, page, section } of this.#held) {
			const tokens = this.#countTokens(text);
			this.tokens += tokens;
			this.count++;
			rows.push({ n: this.count, text, page, section, tokens, words: this.#wordsOf({ text, section }) });
			// Stemming a passage takes a good part of a millisecond.
			await turn();
		}
		this.#held = [];
		if (rows.length > 0)
			await transact(this.#db, async (trx) => {
				for (const row of rows) await insert(trx, this.#file.id, row);
			});
	}

	#wordsOf({ text, section }: { text: string; section: string | null }): Words {
		return { heading: this.#termsOf(section ?? ""), body: this.#termsOf(text) };
	}

	#termsOf(text: string): string[] {
		return wordsOf(text).map((word) => {
			const known = this.#terms.get(word);
			if (known !== undefined) return known;
			const term = termOf(this.#file.account_id, stemOf(word));
			if (this.#terms.size === KEPT_TERMS) this.#terms.clear();
			this.#terms.set(word, term);
			return term;
		});
	}
}

type Words = { heading: string[]; body: string[] };
type Row = { n: number; text: string; page: number; section: string | null; tokens: number; words: Words };

async function insert(trx: Db, fileId: string, { words, ...row }: Row): Promise<void> {
	const { n, page, section, text, tokens } = row;
	const postgres = isPostgres(trx);
	const { rows } = await sql<{ id: number }>`
		insert into passages (file_id, n, page, section, text, tokens ${postgres ? sql`, words` : sql``})
		values (${fileId}, ${n}, ${page}, ${section}, ${text}, ${tokens}
			${postgres ? sql`, cast(${vectorOf(words)} as tsvector)` : sql``})
		on conflict (file_id, n) do nothing
		returning id
	`.execute(trx);
	const [written] = rows;
	if (postgres || !written) return;
	await sql`insert into passage_words (rowid, heading, words)
		values (${written.id}, ${words.heading.join(" ")}, ${words.body.join(" ")})`.execute(trx);
}

/** The words as PostgreSQL reads them: letters and digits alone, so that nothing is to be quoted. */
function vectorOf({ heading, body }: Words): string {
	const places = new Map<string, string[]>();
	const note = (terms: string[], weight: string) => {
		for (const [i, term] of terms.entries()) {
			const known = places.get(term) ?? [];
			if (known.length < POSITIONS) known.push(`${Math.min(i + 1, LAST_POSITION)}${weight}`);
			places.set(term, known);
		}
	};
	note(heading, "A");
	note(body, "D");
	return [...places].map(([term, at]) => `'${term}':${at.join(",")}`).join(" ");
}

/** Deletes the passages of a file, with their vectors, in portions that delay no request. */
export async function deletePassages(db: Db, fileId: string): Promise<void> {
	await db.deleteFrom("passage_vectors").where("file_id", "=", fileId).execute();
	for (;;) {
		const few = db.selectFrom("passages").select("id").where("file_id", "=", fileId).limit(DELETED_AT_ONCE);
		const { numDeletedRows } = await db
			.deleteFrom("passages")
			.where("id", "in", few)
			.executeTakeFirstOrThrow();
		if (Number(numDeletedRows) < DELETED_AT_ONCE) return;
		await turn();
	}
}
