import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "../../log.server.ts";

/** The source file, not a bundle: the server runs in the project's folder. */
const THREAD = "app/platform/db/sqlite/checkpoint-thread.server.ts";
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };
/** Of the log, 16 MB: commits of live answers touch the same pages again and again, and each is written once. */
const PAGES = 4_000;
/** The thread takes 10 MB, and ends after so long without work. */
const IDLE_MS = 60_000;
/** A reader that needs the log for long keeps it from being moved, and would have it tried at each commit. */
const PAUSE_MS = 250;
/** Meanwhile SQLite's own checkpoint, within a commit, keeps the log bounded (sqlite-driver.server.ts). */
const PAUSE_AFTER_FAILURE_MS = 60_000;

type Options = {
	path: string;
	/** Runs it while no other write of this process does. */
	exclusively: (work: () => Promise<void>) => Promise<void>;
	pages?: number;
};

/**
 * Checkpoints the write-ahead log in a thread: within a commit, where SQLite does it, writing 32 MB and the sync of the
 * database's file hold the event loop for 80 ms (docs/decisions/0143).
 */
export class BackgroundCheckpoint {
	readonly #options: Options;
	#thread: Worker | undefined;
	#running: Promise<void> | undefined;
	#idleTimer: NodeJS.Timeout | undefined;
	#pausedUntil = 0;

	constructor(options: Options) {
		this.#options = options;
	}

	/** To be called after each commit. @param pages of the log that are not in the database's file yet */
	written(pages: number): void {
		if (pages < (this.#options.pages ?? PAGES) || this.#running || performance.now() < this.#pausedUntil)
			return;
		this.#running = this.#run().finally(() => {
			this.#running = undefined;
		});
	}

	/** Resolves when the running checkpoint has ended. */
	async settled(): Promise<void> {
		await this.#running;
	}

	/**
	 * Twice: most pages while others write, then, while nobody does, the few that have come meanwhile. SQLite begins the log
	 * anew only when the file has all of it; with steady writes that moment would not come by itself.
	 */
	async #run(): Promise<void> {
		clearTimeout(this.#idleTimer);
		try {
			await this.#checkpoint();
			await this.#options.exclusively(() => this.#checkpoint());
			this.#idleTimer = setTimeout(() => this.#end(), IDLE_MS).unref();
			this.#pausedUntil = performance.now() + PAUSE_MS;
		} catch (error) {
			log.error("Журнал базы не перенесён в её файл", { error });
			this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
			await this.#end();
		}
	}

	/** @throws what the thread has failed with */
	async #checkpoint(): Promise<void> {
		this.#thread ??= this.#start();
		const done = once(this.#thread, "message");
		this.#thread.postMessage("checkpoint");
		await done;
	}

	#start(): Worker {
		const thread = new Worker(resolve(THREAD), {
			workerData: this.#options.path,
			resourceLimits: MEMORY,
			// The thread needs none of the server's environment variables.
			env: {},
			execArgv: [],
		});
		// An error is reported to whoever waits; after one between two checkpoints another thread is started.
		thread.on("error", () => {});
		thread.on("exit", () => {
			if (this.#thread === thread) this.#thread = undefined;
		});
		// It keeps no process running.
		thread.unref();
		return thread;
	}

	async #end(): Promise<void> {
		const thread = this.#thread;
		this.#thread = undefined;
		await thread?.terminate();
	}

	async close(): Promise<void> {
		await this.settled();
		clearTimeout(this.#idleTimer);
		await this.#end();
	}
}
