import { once } from "node:events";
import { resolve } from "node:path";
import { type TransferListItem, Worker } from "node:worker_threads";
import { fromEnvironment } from "../platform/config.server.ts";

/** The folder of Node's compiled code: with it the start of a thread takes a third less CPU. */
function compileCache(): Record<string, string> {
	const folder = fromEnvironment("NODE_COMPILE_CACHE");
	return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Why a thread has not done what it was told. */
export type ThreadFailure = "time" | "memory" | "failed";

export class ThreadFailed extends Error {
	readonly failure: ThreadFailure;
	constructor(failure: ThreadFailure) {
		super(failure);
		this.name = "ThreadFailed";
		this.failure = failure;
	}
}

/** A thread that does not begin in so long has no CPU to begin with. */
const START_MS = 20_000;
const LOOK_MS = 100;
const YOUNG_MB = 4;

/** By the clock, or by the CPU that the thread has used: then a busy server makes no order harder. */
type Limit = { ms: number } | { cpuMs: number };

/**
 * A worker thread for what strangers wrote. It has nothing of the server's environment but where compiled code lies, has
 * a limit of memory, and is ended from outside: what runs in it is never asked to stop. Its program sends a first
 * message when it is ready, and answers each order with one.
 */
export class Thread {
	readonly #worker: Worker;
	#isOver = false;

	private constructor(worker: Worker) {
		this.#worker = worker;
		worker.once("exit", () => {
			this.#isOver = true;
		});
	}

	/** Whether it has ended by itself while it rested. */
	get isOver(): boolean {
		return this.#isOver;
	}

	/**
	 * Starts a program, by its path in the project: the source file, since the server runs in the project's folder.
	 * @throws {ThreadFailed}
	 */
	static async start(program: string, heapMb: number): Promise<Thread> {
		const worker = new Worker(resolve(program), {
			env: compileCache(),
			execArgv: [],
			// The output of a library is dropped.
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
		});
		worker.stdout.resume();
		worker.stderr.resume();
		// Between two orders nobody listens, and an error without a listener would end the process.
		worker.on("error", () => {});
		const thread = new Thread(worker);
		await thread.#message({ ms: START_MS });
		return thread;
	}

	/**
	 * Gives an order and waits for its result. A thread that fails is ended.
	 * @param options with a limit of CPU the signal has to end what waits for something else
	 * @throws {ThreadFailed}
	 * @throws the signal's reason
	 */
	async run<T>(
		order: unknown,
		{ signal, transfer = [], ...limit }: Limit & { signal: AbortSignal; transfer?: TransferListItem[] },
	): Promise<T> {
		signal.throwIfAborted();
		this.#worker.ref();
		this.#worker.postMessage(order, transfer);
		return (await this.#message(limit, signal)) as T;
	}

	/** While it has nothing to do, it does not keep the process alive. */
	rest(): void {
		this.#worker.unref();
	}

	/** Ends it, whatever it does. */
	async end(): Promise<void> {
		await this.#worker.terminate();
	}

	/** @returns ends the watch */
	#watch(limit: Limit, onReached: () => void): () => void {
		if ("ms" in limit) {
			// A stall of this process is one look: what the thread has answered meanwhile is read before the next.
			const most = Math.ceil(limit.ms / LOOK_MS);
			let looks = 0;
			const look = setInterval(() => {
				if (++looks >= most) onReached();
			}, limit.ms / most);
			return () => clearInterval(look);
		}
		// Also a thread in an endless loop tells it, and one that has ended no more.
		const read = () =>
			this.#worker.cpuUsage().then(
				({ user, system }) => user + system,
				() => undefined,
			);
		const before = read();
		const look = setInterval(async () => {
			const [from, to] = await Promise.all([before, read()]);
			if (from !== undefined && to !== undefined && to - from > limit.cpuMs * 1_000) onReached();
		}, LOOK_MS);
		return () => clearInterval(look);
	}

	async #message(limit: Limit, signal?: AbortSignal): Promise<unknown> {
		const listening = new AbortController();
		const endWatch = this.#watch(limit, () => listening.abort(new ThreadFailed("time")));
		const stop = () => listening.abort(signal?.reason);
		signal?.addEventListener("abort", stop);
		const gone = () => listening.abort(new ThreadFailed("failed"));
		this.#worker.once("exit", gone);
		try {
			const [message] = await once(this.#worker, "message", { signal: listening.signal });
			return message;
		} catch (error) {
			await this.end();
			if (listening.signal.aborted) throw listening.signal.reason;
			throw new ThreadFailed(
				(error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "failed",
			);
		} finally {
			endWatch();
			signal?.removeEventListener("abort", stop);
			this.#worker.off("exit", gone);
		}
	}
}
