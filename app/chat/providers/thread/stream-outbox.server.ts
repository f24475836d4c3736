import type { StreamBatch, StreamEvent } from "./stream-messages.server.ts";

/** Unsent characters of a stream after which it is not read on. */
const ENOUGH = 64 * 1024;

type Unsent = { events: StreamEvent[]; characters: number; goOn: (() => void) | undefined };

/**
 * Gathers the events of all streams into batches: those of one turn of the event loop go together. One batch is under
 * way at a time, so what comes while the receiver is busy gathers, merged by stream: the busier it is, the fewer events
 * it has to take.
 */
export class StreamOutbox {
	readonly #send: (batch: StreamBatch) => void;
	readonly #onSent: () => void;
	readonly #unsent = new Map<number, Unsent>();
	#behind = new Set<number>();
	#isUnderWay = false;
	#soon: NodeJS.Immediate | undefined;

	/** @param onSent called after each batch */
	constructor(send: (batch: StreamBatch) => void, onSent: () => void) {
		this.#send = send;
		this.#onSent = onSent;
	}

	/** @returns where there is enough of this stream: resolves when that has been sent or dropped */
	put(id: number, event: StreamEvent): Promise<void> | undefined {
		const unsent = this.#unsentOf(id);
		const { events } = unsent;
		const last = events.at(-1);
		if (event.kind === "text" || event.kind === "reasoning") {
			unsent.characters += event.text.length;
			if (last?.kind === event.kind) last.text += event.text;
			else events.push({ ...event });
		} else events.push(event);
		this.#schedule();
		if (unsent.characters < ENOUGH) return undefined;
		const { promise, resolve } = Promise.withResolvers<void>();
		unsent.goOn = resolve;
		return promise;
	}

	/** Nobody takes the events of this stream any more. */
	drop(id: number): void {
		const unsent = this.#unsent.get(id);
		this.#unsent.delete(id);
		unsent?.goOn?.();
	}

	/** The batch under way has arrived. @param behind as in `StreamOrder` */
	taken(behind: readonly number[]): void {
		this.#isUnderWay = false;
		this.#behind = new Set(behind);
		if (this.#unsent.size > 0) this.#schedule();
	}

	#unsentOf(id: number): Unsent {
		const known = this.#unsent.get(id);
		if (known) return known;
		const unsent: Unsent = { events: [], characters: 0, goOn: undefined };
		this.#unsent.set(id, unsent);
		return unsent;
	}

	#schedule(): void {
		if (this.#isUnderWay) return;
		this.#soon ??= setImmediate(() => {
			this.#soon = undefined;
			this.#flush();
		});
	}

	#flush(): void {
		const batch: StreamBatch = [];
		for (const [id, { events, goOn }] of this.#unsent) {
			if (this.#behind.has(id)) continue;
			for (const event of events) batch.push(id, event.kind === "text" ? event.text : event);
			this.#unsent.delete(id);
			goOn?.();
		}
		// Where all are behind, the next `taken` starts it again.
		if (batch.length === 0) return;
		this.#isUnderWay = true;
		this.#send(batch);
		this.#onSent();
	}
}
