import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";

/** More than the application has; a list of varying length (`in (…)`) makes new statements all the time. */
const MAX_STATEMENTS = 300;

/** The full-text indexes whose terms can be gone through (`match-beginning.server.ts`). */
const WORD_INDEXES = ["search_words", "passage_words"];

/** One open SQLite connection with its prepared statements. */
export class SqliteFile {
	readonly #connection: DatabaseSync;
	readonly #statements = new Map<string, Prepared>();
	#count: StatementSync | undefined;
	#failure: unknown;
	/** Whether rows were changed that are not committed yet. */
	#hasWritten = false;

	constructor(path: string, pragmas: string[], { queryOnly = false } = {}) {
		// The caller waits for a locked file off the event loop (`retryWhileBusy`); this short timeout only covers another
		// process that is about to finish.
		this.#connection = new DatabaseSync(path, { timeout: 20, enableForeignKeyConstraints: true });
		for (const pragma of pragmas) this.#connection.exec(`pragma ${pragma}`);
		// They belong to the connection and store nothing. Before the migrations there is no index yet, which is looked for
		// at the first query.
		for (const index of WORD_INDEXES)
			this.#connection.exec(
				`create virtual table temp.${index}_terms using fts5vocab(main, ${index}, instance)`,
			);
		if (queryOnly) this.#connection.exec("pragma query_only = on");
		// SQLite's own `lower` knows the letters of ASCII alone.
		this.#connection.function("name_order", { deterministic: true }, (name) =>
			typeof name === "string" ? name.toLowerCase().replaceAll("ё", "е") : name,
		);
	}

	/** The disk's last refusal of a write; undefined since a commit or a single write has succeeded again. */
	get failure(): unknown {
		return this.#failure;
	}

	execute<R>(query: CompiledQuery): QueryResult<R> {
		return this.#watchDisk(() => this.#execute<R>(query));
	}

	#execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
		const { statement, returnsRows, isSelect } = this.#prepare(sql);
		const values = parameters.map(sqliteValue);
		if (returnsRows) {
			const rows = statement.all(...values) as R[];
			if (!isSelect && rows.length > 0) this.#hasWritten = true;
			// `update … returning` counts its rows by the rows it returns.
			return { rows, numAffectedRows: BigInt(rows.length) };
		}
		const { changes, lastInsertRowid } = statement.run(...values);
		if (changes > 0) this.#hasWritten = true;
		return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
	}

	/** Row by row, from a statement of its own: a cached one could be restarted in the middle. */
	*rows<R>({ sql, parameters }: CompiledQuery): Generator<R> {
		yield* this.#connection.prepare(sql).iterate(...parameters.map(sqliteValue)) as Iterable<R>;
	}

	get inTransaction(): boolean {
		return this.#connection.isTransaction;
	}

	run(statement: "begin immediate" | "commit" | "rollback"): void {
		if (statement === "rollback") this.#hasWritten = false;
		this.#watchDisk(() => this.#connection.exec(statement));
	}

	/** Only rows that were changed and committed prove that the disk takes writes: a transaction is in memory. */
	#watchDisk<T>(work: () => T): T {
		try {
			const result = work();
			if (!this.#connection.isTransaction) {
				if (this.#hasWritten) this.#failure = undefined;
				this.#hasWritten = false;
			}
			return result;
		} catch (error) {
			if (isRefusedByDisk(error)) this.#failure = error;
			this.#hasWritten = false;
			throw error;
		}
	}

	/** Pages of the write-ahead log that are not in the database's file yet; takes a microsecond or two. */
	pagesToCheckpoint(): number {
		try {
			// «noop» since SQLite 3.51: it only counts.
			this.#count ??= this.#connection.prepare("pragma wal_checkpoint(noop)");
			const { log, checkpointed } = this.#count.get() as { log: number; checkpointed: number };
			return log - checkpointed;
		} catch {
			// What was committed before the call must not fail by it.
			return 0;
		}
	}

	/**
	 * Checkpoints the write-ahead log into the file, syncs both, and truncates the log. It blocks the event loop for
	 * that time: for recovery only.
	 * @throws when a reader of another process still needs the log, or the disk fails
	 */
	checkpoint(): void {
		const { busy } = this.#connection.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
		if (busy !== 0) throw new Error("The log is read by another process and could not be emptied.");
	}

	close(): void {
		this.#statements.clear();
		this.#connection.close();
	}

	#prepare(sql: string): Prepared {
		const prepared = this.#statements.get(sql) ?? this.#prepareAnew(sql);
		// The map keeps insertion order: the statement just used moves to the end, the first one is the least recently
		// used.
		this.#statements.delete(sql);
		this.#statements.set(sql, prepared);
		const [oldest] = this.#statements.keys();
		if (this.#statements.size > MAX_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
		return prepared;
	}

	#prepareAnew(sql: string): Prepared {
		const statement = this.#connection.prepare(sql);
		return {
			statement,
			returnsRows: statement.columns().length > 0,
			isSelect: /^\s*(?:select|pragma)\b/i.test(sql),
		};
	}
}

type Prepared = { statement: StatementSync; returnsRows: boolean; isSelect: boolean };

/** node:sqlite binds every number as a real, so that `? / 2` and `typeof(?)` would differ from PostgreSQL. */
export function sqliteValue(value: unknown): SQLInputValue {
	return Number.isSafeInteger(value) ? BigInt(value as number) : (value as SQLInputValue);
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

function isRefusedByDisk(error: unknown): boolean {
	const errcode = (error as { errcode?: unknown } | null)?.errcode;
	return typeof errcode === "number" && [SQLITE_IOERR, SQLITE_FULL].includes(errcode & 0xff);
}

/** Whether another process holds the lock at the moment. */
export function isBusy(error: unknown): boolean {
	const errcode = (error as { errcode?: unknown } | null)?.errcode;
	// The low byte is the error; the rest is its extended code.
	return typeof errcode === "number" && (errcode & 0xff) === SQLITE_BUSY;
}
