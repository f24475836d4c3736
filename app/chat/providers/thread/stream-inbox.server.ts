import type { StreamEvent } from "./stream-messages.server.ts";

/** The events of one stream that have come from the thread and are not read yet, for one reader. */
export class StreamInbox {
	readonly #events: StreamEvent[] = [];
	#characters = 0;
	#broken: Error | undefined;
	#wake: (() => void) | undefined;

	/** How many characters wait. */
	get characters(): number {
		return this.#characters;
	}

	put(event: StreamEvent): void {
		this.#events.push(event);
		this.#characters += lengthOf(event);
		this.wake();
	}

	/** Nothing more comes: once all is read, `take()` throws the error. */
	break(error: Error): void {
		this.#broken = error;
		this.wake();
	}

	/** The next event; undefined: none has come yet. */
	take(): StreamEvent | undefined {
		const event = this.#events.shift();
		if (!event && this.#broken) throw this.#broken;
		if (event) this.#characters -= lengthOf(event);
		return event;
	}

	/** Resolves with the next event, or with `wake()`. */
	wait(): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#wake = resolve;
		return promise;
	}

	wake(): void {
		this.#wake?.();
		this.#wake = undefined;
	}
}

const lengthOf = (event: StreamEvent) =>
	event.kind === "text" || event.kind === "reasoning" ? event.text.length : 0;
