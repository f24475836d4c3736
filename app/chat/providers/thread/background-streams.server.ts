import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "../../../platform/log.server.ts";
import { ModelRestarted, ProviderError, type ProviderEvent } from "../provider.server.ts";
import type { streamCompletion } from "../wire/stream-completion.server.ts";
import { StreamInbox } from "./stream-inbox.server.ts";
import type { StreamBatch, StreamEvent, StreamOrder } from "./stream-messages.server.ts";

/** The source file, not a bundle: the server runs in the project's folder. */
const THREAD = "app/chat/providers/thread/stream-thread.server.ts";
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** The thread takes 20 MB, and ends after so long without a stream. */
const IDLE_MS = 60_000;
/** After the thread has failed, streams are read without it for so long. */
const PAUSE_AFTER_FAILURE_MS = 60_000;
/** Characters of a stream that wait for its reader before the thread holds the rest back. */
const ENOUGH = 256 * 1024;

type Options = { program?: string; idleMs?: number };

/**
 * Streams of models, read and parsed in a worker thread: connections, TLS, HTTP and JSON of hundreds of answers take a
 * quarter of what a piece costs the event loop (docs/decisions/0144).
 */
export class BackgroundStreams {
	readonly #program: string;
	readonly #idleMs: number;
	#thread: Worker | undefined;
	readonly #inboxes = new Map<number, StreamInbox>();
	#behind = new Set<number>();
	#lastId = 0;
	#idleTimer: NodeJS.Timeout | undefined;
	#pausedUntil = 0;

	constructor({ program = THREAD, idleMs = IDLE_MS }: Options = {}) {
		this.#program = program;
		this.#idleMs = idleMs;
	}

	/** The number of streams that are read here. */
	get count(): number {
		return this.#inboxes.size;
	}

	/** Whether it takes streams: not soon after it has failed. */
	get works(): boolean {
		return performance.now() >= this.#pausedUntil;
	}

	/**
	 * As `streamCompletion()`.
	 * @throws {ProviderError}
	 * @throws {ModelRestarted} when the thread has ended in mid-stream
	 */
	async *stream(
		...[upstream, body, forLog, signal, asked]: Parameters<typeof streamCompletion>
	): AsyncGenerator<ProviderEvent> {
		if (signal.aborted) return;
		const id = ++this.#lastId;
		const inbox = new StreamInbox();
		const thread = this.#startThread();
		this.#inboxes.set(id, inbox);
		let isOver = false;
		const leave = () => {
			if (!isOver) this.#tell(thread, { kind: "leave", id });
			isOver = true;
			inbox.wake();
		};
		signal.addEventListener("abort", leave, { once: true });
		try {
			const { id: upstreamId, settings } = upstream;
			const { bytes, transfer } = body.take();
			this.#tell(thread, { kind: "ask", id, upstreamId, settings, body: bytes, asked }, transfer);
			for (;;) {
				if (isOver) return;
				const event = inbox.take();
				if (!event) {
					if (this.#behind.delete(id)) this.#tellTaken(thread);
					await inbox.wait();
					continue;
				}
				isOver = event.kind === "end" || event.kind === "failure";
				if (event.kind === "failure") {
					const detail = forLog(event.detail);
					throw event.code ? new ProviderError(event.code, detail, event.status) : new Error(detail);
				}
				yield event;
			}
		} finally {
			signal.removeEventListener("abort", leave);
			leave();
			this.#inboxes.delete(id);
			this.#behind.delete(id);
			if (this.#inboxes.size === 0)
				this.#idleTimer = setTimeout(() => void this.close(), this.#idleMs).unref();
		}
	}

	/** Ends the thread; its streams break off. */
	async close(): Promise<void> {
		clearTimeout(this.#idleTimer);
		const thread = this.#thread;
		this.#breakOff();
		await thread?.terminate();
	}

	#startThread(): Worker {
		clearTimeout(this.#idleTimer);
		if (this.#thread) return this.#thread;
		const thread = new Worker(resolve(this.#program), {
			resourceLimits: MEMORY,
			// The thread needs none of the server's environment variables.
			env: {},
			execArgv: [],
		});
		thread.on("message", (batch: StreamBatch) => this.#take(thread, batch));
		thread.on("error", (error) => log.error("Поток, который читает ответы моделей, прервался", { error }));
		thread.on("exit", () => {
			if (this.#thread !== thread) return;
			this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
			this.#breakOff();
		});
		// It keeps no process running.
		thread.unref();
		this.#thread = thread;
		return thread;
	}

	#breakOff(): void {
		this.#thread = undefined;
		for (const inbox of this.#inboxes.values()) inbox.break(new ModelRestarted());
	}

	#take(thread: Worker, batch: StreamBatch): void {
		for (let at = 0; at < batch.length; at += 2) {
			const id = batch[at] as number;
			const event = batch[at + 1] as string | StreamEvent;
			const inbox = this.#inboxes.get(id);
			// Its reader has left.
			if (!inbox) continue;
			inbox.put(typeof event === "string" ? { kind: "text", text: event } : event);
			if (inbox.characters > ENOUGH) this.#behind.add(id);
		}
		// Once the readers have had their turn.
		setImmediate(() => this.#tellTaken(thread));
	}

	#tellTaken(thread: Worker): void {
		this.#tell(thread, { kind: "taken", behind: [...this.#behind] });
	}

	#tell(thread: Worker, order: StreamOrder, transfer: ArrayBuffer[] = []): void {
		if (this.#thread === thread) thread.postMessage(order, transfer);
	}
}
