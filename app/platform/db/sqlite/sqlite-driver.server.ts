import { setTimeout as sleep } from "node:timers/promises";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	type QueryResult,
	SelectQueryNode,
} from "kysely";
import { Mutex } from "../../concurrency/mutex.server.ts";
import { needsNoSync } from "../without-sync.server.ts";
import { BackgroundCheckpoint } from "./background-checkpoint.server.ts";
import { DiskSync } from "./disk-sync.server.ts";
import { isBusy, SqliteFile } from "./sqlite-file.server.ts";

/** How long a write waits for the mutex and for other processes. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Two connections to one file. The writer serves one transaction at a time and takes the file's write lock at its
 * beginning, so that no transaction fails in its middle; plain selects go to the reader, wait for nothing and see
 * what has been committed. A Kysely connection is only a handle that knows whether it is inside the transaction.
 */
export class SqliteDriver implements Driver {
	readonly #path: string;
	readonly #mutex = new Mutex();
	#files: Files | undefined;

	constructor(path: string) {
		this.#path = path;
	}

	async init(): Promise<void> {
		// The write-ahead log is switched on first: that needs exclusive access for a moment. It is checkpointed in a thread;
		// within a commit only when that has failed to, at 128 MB.
		const writer = await retryWhileBusy(
			() =>
				new SqliteFile(this.#path, [
					"journal_mode = wal",
					"synchronous = normal",
					"wal_autocheckpoint = 32000",
					"temp_store = memory",
				]),
		);
		// 8 MB of pages in place of 2: a list of the operator reads rows that lie far apart, and each miss is a system call.
		const reader = await retryWhileBusy(
			() => new SqliteFile(this.#path, ["temp_store = memory", "cache_size = -8000"], { queryOnly: true }),
		);
		const disk = new DiskSync(`${this.#path}-wal`, () => withMutex(this.#mutex, () => writer.checkpoint()));
		const checkpoint = new BackgroundCheckpoint({
			path: this.#path,
			exclusively: (work) => withMutex(this.#mutex, work),
		});
		this.#files = { writer, reader, disk, checkpoint };
	}

	/** Why writes fail, or why committed ones may not be durable; undefined when all is well. */
	get diskFailure(): unknown {
		return this.#files?.disk.failure ?? this.#files?.writer.failure;
	}

	async acquireConnection(): Promise<DatabaseConnection> {
		if (!this.#files) throw new Error("The database is closed.");
		return new Handle(this.#files, this.#mutex);
	}

	beginTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Handle).begin();
	}
	commitTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Handle).commit();
	}
	rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Handle).rollback();
	}

	async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
	}
	async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`));
	}
	async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw(`release "${name}"`));
	}

	async releaseConnection(): Promise<void> {}

	async destroy(): Promise<void> {
		const files = this.#files;
		this.#files = undefined;
		await files?.checkpoint.close();
		await files?.disk.close();
		files?.reader.close();
		files?.writer.close();
	}
}

type Files = { writer: SqliteFile; reader: SqliteFile; disk: DiskSync; checkpoint: BackgroundCheckpoint };

class Handle implements DatabaseConnection {
	readonly #writer: SqliteFile;
	readonly #reader: SqliteFile;
	readonly #disk: DiskSync;
	readonly #checkpoint: BackgroundCheckpoint;
	readonly #mutex: Mutex;
	#inTransaction = false;

	constructor({ writer, reader, disk, checkpoint }: Files, mutex: Mutex) {
		this.#writer = writer;
		this.#reader = reader;
		this.#disk = disk;
		this.#checkpoint = checkpoint;
		this.#mutex = mutex;
	}

	async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
		if (this.#inTransaction) {
			// A full disk makes SQLite roll the transaction back by itself. Later statements of its owner, who may have
			// caught the error, would each be committed alone.
			if (!this.#writer.inTransaction) throw new Error("The transaction was undone by the database.");
			return this.#writer.execute<R>(query);
		}
		if (isSelect(query)) return retryWhileBusy(() => this.#reader.execute<R>(query));
		const result = await withMutex(this.#mutex, () => retryWhileBusy(() => this.#writer.execute<R>(query)));
		this.#checkpoint.written(this.#writer.pagesToCheckpoint());
		if (!needsNoSync(query.query)) await this.#disk.synced();
		return result;
	}

	async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
		const file = this.#inTransaction ? this.#writer : this.#reader;
		for (const row of file.rows<R>(query)) yield { rows: [row] };
	}

	async begin(): Promise<void> {
		await this.#mutex.acquire(LOCK_TIMEOUT_MS);
		try {
			// Immediate: a transaction that reads first and writes later would otherwise fail in its middle when another
			// process has written in between.
			await retryWhileBusy(() => this.#writer.run("begin immediate"));
			this.#inTransaction = true;
		} catch (error) {
			this.#mutex.release();
			throw error;
		}
	}

	/**
	 * When SQLite fails, the transaction is still open. When only the sync fails (`NotDurable`), it is over and
	 * committed. Kysely requests the rollback in either case.
	 */
	async commit(): Promise<void> {
		this.#writer.run("commit");
		// The next transaction need not wait for the disk; the caller of this one does.
		this.#end();
		this.#checkpoint.written(this.#writer.pagesToCheckpoint());
		await this.#disk.synced();
	}

	async rollback(): Promise<void> {
		// By now the transaction on the writer belongs to another handle.
		if (!this.#inTransaction) return;
		try {
			// A full disk makes SQLite roll back by itself.
			if (this.#writer.inTransaction) this.#writer.run("rollback");
		} finally {
			this.#end();
		}
	}

	#end(): void {
		this.#inTransaction = false;
		this.#mutex.release();
	}
}

async function withMutex<T>(mutex: Mutex, work: () => T | Promise<T>): Promise<T> {
	await mutex.acquire(LOCK_TIMEOUT_MS);
	try {
		return await work();
	} finally {
		mutex.release();
	}
}

function isSelect({ query, sql }: CompiledQuery): boolean {
	return SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);
}

/** Retries while another process holds the lock, without blocking the event loop between tries. */
async function retryWhileBusy<T>(work: () => T): Promise<T> {
	const deadline = performance.now() + LOCK_TIMEOUT_MS;
	for (;;) {
		try {
			return work();
		} catch (error) {
			if (!isBusy(error) || performance.now() > deadline) throw error;
		}
		await sleep(2 + Math.random() * 8);
	}
}
