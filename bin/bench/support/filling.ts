import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../../tests/chat/people.ts";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";

export type Exchange = { prompt: string; answer: string };
/** A question whose answer has one of everything that Markdown brings. */
export const TEA: Exchange = { prompt: "Расскажи, как заварить чай?", answer: DEFAULT_ANSWER };
/** The words of a text as the search index stores them. */
export type TokenizedText = (accountId: string, text: string) => string;

/** A signed-in person in this database. */
export async function somebodySignedIn(url: string): Promise<{ id: string; cookie: string }> {
	const db = await openDatabase(url);
	try {
		const id = await somebody(db);
		const token = await openSession(db, id, { ip: "127.0.0.1", userAgent: "" }, null, Date.now());
		return { id, cookie: `s=${token}` };
	} finally {
		await db.destroy();
	}
}

/** A signed-in owner in this database, who has proved to be there. @returns the session's cookie */
export async function ownerSignedIn(url: string): Promise<string> {
	const { id, cookie } = await somebodySignedIn(url);
	const db = await openDatabase(url);
	try {
		const owner = { account_id: id, role: "owner", granted_by: null, granted_at: 1 } as const;
		await db.insertInto("staff").values(owner).execute();
		await db.updateTable("sessions").set({ proved_at: Date.now() }).where("account_id", "=", id).execute();
	} finally {
		await db.destroy();
	}
	return cookie;
}

/**
 * Inserts conversations into a database, in one transaction and without the domain functions, which would take hours
 * for a million messages. The rows are the same.
 */
export class Filling {
	readonly #file: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	/** Each exchange has a minute of its own; the last one is now. */
	#at: number;

	/** @param exchanges total number to come */
	constructor(folder: string, exchanges: number) {
		this.#at = Date.now() - exchanges * 60_000;
		this.#file = new DatabaseSync(join(folder, "sobesednik.db"));
		for (const pragma of ["synchronous = off", "cache_size = -200000"]) this.#file.exec(`pragma ${pragma}`);
		this.#file.exec("begin");
	}

	/** @returns the id of the conversation */
	converse(accountId: string, exchanges: readonly Exchange[], wordsOf?: TokenizedText): string {
		const id = randomUUID();
		const begun = this.#at;
		const title = exchanges[0]?.prompt.slice(0, 40) ?? "";
		this.#insert("conversations", {
			id,
			account_id: accountId,
			title,
			created_at: begun,
			updated_at: begun,
			indexed_at: begun,
		});
		let last: string | null = null;
		for (const { prompt, answer } of exchanges) {
			const [promptId, answerId, at] = [randomUUID(), randomUUID(), this.#at];
			const owner = { conversation_id: id, account_id: accountId };
			this.#insert("prompts", {
				...owner,
				id: promptId,
				parent_answer_id: last,
				text: prompt,
				created_at: at,
			});
			this.#insert("answers", {
				...owner,
				id: answerId,
				prompt_id: promptId,
				model: "test-model",
				state: "done",
				finish: "stop",
				text: answer,
				created_at: at,
				ended_at: at + 5_000,
			});
			if (wordsOf) {
				this.#find({ ...owner, kind: "prompt", message_id: promptId }, at, wordsOf(accountId, prompt));
				this.#find({ ...owner, kind: "answer", message_id: answerId }, at, wordsOf(accountId, answer));
			}
			last = answerId;
			this.#at += 60_000;
		}
		this.#run("update conversations set tip_answer_id = ?, updated_at = ? where id = ?", [
			last,
			this.#at,
			id,
		]);
		return id;
	}

	done(): void {
		this.#file.exec("commit");
		this.#file.exec("pragma wal_checkpoint(truncate)");
		this.#file.close();
	}

	/** An entry of the search index, as `indexMessage` writes it. */
	#find(row: Record<string, string>, at: number, words: string): void {
		const id = at * 1_024 + (row.kind === "answer" ? 512 : 0);
		this.#insert("search_entries", { ...row, id });
		this.#run("insert into search_words (rowid, words) values (?, ?)", [BigInt(id), words]);
	}

	#insert(table: string, row: Record<string, string | number | null>): void {
		const columns = Object.keys(row);
		const places = columns.map(() => "?").join(", ");
		const numbers = Object.values(row).map((value) => (typeof value === "number" ? BigInt(value) : value));
		this.#run(`insert into ${table} (${columns.join(", ")}) values (${places})`, numbers);
	}

	#run(sql: string, values: (string | number | bigint | null)[]): void {
		const statement = this.#statements.get(sql) ?? this.#file.prepare(sql);
		this.#statements.set(sql, statement);
		statement.run(...values);
	}
}

/** Somebody signed in, with one conversation of so many exchanges. */
export async function oneConversation(folder: string, url: string, exchanges: number) {
	const { id, cookie } = await somebodySignedIn(url);
	const filling = new Filling(folder, exchanges);
	const conversation = filling.converse(id, Array<Exchange>(exchanges).fill(TEA));
	filling.done();
	return { cookie, conversation };
}
