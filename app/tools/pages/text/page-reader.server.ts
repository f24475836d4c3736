import { availableParallelism } from "node:os";
import { Semaphore } from "../../../platform/concurrency/semaphore.server.ts";
import { Thread, ThreadFailed } from "../../thread.server.ts";
import type { FetchedPage } from "../fetch-page.server.ts";
import { PageRefused } from "../page-refused.server.ts";
import type { PageOrder, PageReply } from "./page-thread.server.ts";

const PROGRAM = "app/tools/pages/text/page-thread.server.ts";
const HEAP_MB = 24;
/** Of the thread and not by the clock: a busy server makes no page harder. The call has a limit by the clock. */
const READ_CPU_MS = 3_000;
/** A thread that has read a page waits so long for the next one. */
const REST_MS = 15_000;
/** Half of the cores, so that answers go on beside it. */
const AT_ONCE = Math.max(1, availableParallelism() >> 1);
const WAITING = 100;

/** Makes text of pages, in threads of its own that it starts when there is something to read. */
export class PageReader {
	readonly #slots = new Semaphore({ atOnce: AT_ONCE, waiting: WAITING });
	#resting: { thread: Thread; timer: NodeJS.Timeout }[] = [];

	/**
	 * @param withLinks whether the addresses of links are told
	 * @throws {PageRefused}
	 * @throws the signal's reason
	 */
	async read(
		{ url, kind, charset, bytes }: FetchedPage & { kind: "html" | "text" },
		withLinks: boolean,
		signal: AbortSignal,
	): Promise<NonNullable<PageReply>> {
		const order: PageOrder = { kind, charset, bytes, base: withLinks ? url.href : null };
		const outcome = await this.#slots.run(async () => {
			signal.throwIfAborted();
			return this.#inThread(order, signal);
		});
		if (outcome === "busy") throw new PageRefused("busy");
		if (!outcome) throw new PageRefused("unsupported");
		return outcome;
	}

	/** Ends the threads that wait. */
	async close(): Promise<void> {
		const resting = this.#resting.splice(0);
		for (const { timer } of resting) clearTimeout(timer);
		await Promise.all(resting.map(({ thread }) => thread.end()));
	}

	async #inThread(order: PageOrder, signal: AbortSignal): Promise<PageReply> {
		try {
			const thread = await this.#take();
			const text = await thread.run<PageReply>(order, { cpuMs: READ_CPU_MS, signal });
			this.#rest(thread);
			return text;
		} catch (error) {
			if (!(error instanceof ThreadFailed)) throw error;
			throw new PageRefused("too-hard");
		}
	}

	async #take(): Promise<Thread> {
		for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
			clearTimeout(rested.timer);
			if (!rested.thread.isOver) return rested.thread;
		}
		return Thread.start(PROGRAM, HEAP_MB);
	}

	#rest(thread: Thread): void {
		thread.rest();
		const timer = setTimeout(() => {
			this.#resting = this.#resting.filter((other) => other.thread !== thread);
			void thread.end();
		}, REST_MS).unref();
		this.#resting.push({ thread, timer });
	}
}
