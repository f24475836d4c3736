import { DatabaseSync } from "node:sqlite";

type Passage = { document: string; n: number; page: number; text: string };

/** FTS5 as it comes: its own tokenizer, no stems, no stop words; one of the question's words suffices. */
export class PlainSearch {
	readonly #db = new DatabaseSync(":memory:");
	readonly #passages: readonly Passage[];

	constructor(passages: readonly Passage[]) {
		this.#passages = passages;
		this.#db.exec("create virtual table plain using fts5(text, document unindexed, tokenize='unicode61')");
		const insert = this.#db.prepare("insert into plain (rowid, text, document) values (?, ?, ?)");
		for (const [i, { text, document }] of passages.entries()) insert.run(i, text, document);
	}

	search(question: string, documents: readonly string[]): Passage[] {
		const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
		const rows = this.#db
			.prepare(
				`select rowid as id from plain where plain match ? and document in (${documents.map(() => "?")})
				order by bm25(plain) limit 8`,
			)
			.all([...words].map((word) => `"${word}"`).join(" OR "), ...documents) as { id: number }[];
		return rows.flatMap(({ id }) => this.#passages[id] ?? []);
	}
}
