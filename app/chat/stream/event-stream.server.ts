import type { StreamReader } from "./answer-stream.server.ts";

/** A comment at this interval keeps proxies from closing a quiet stream. */
const COMMENT_MS = 15_000;
/** A reader with more than this unsent is disconnected; it reconnects and resumes after the last id it received. */
const BEHIND_BYTES = 256 * 1024;

const encoder = new TextEncoder();
const HELLO = encoder.encode(": ok\n\n");

const open = new Set<EventStream>();

/**
 * Sends batches of events as `text/event-stream`. One batch is one write, so the network sees one packet for it.
 * @param follow subscribes the reader and returns the unsubscribe function
 * @param onRevoked calls back when the reader loses permission, and returns how to stop watching
 */
export function eventStream(
	follow: (reader: StreamReader) => () => void,
	onRevoked: (ended: () => void) => () => void = () => () => {},
): Response {
	const stream = new EventStream();
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => stream.begin(controller, follow, onRevoked),
			// `request.signal` may never fire while a response streams (React Router rebuilds the request); `cancel` always
			// does.
			cancel: () => stream.close(),
		},
		{ highWaterMark: BEHIND_BYTES, size: (bytes) => bytes?.byteLength ?? 0 },
	);
	return new Response(body, {
		headers: {
			"Content-Type": "text/event-stream; charset=utf-8",
			"Cache-Control": "no-store, no-transform",
			"X-Accel-Buffering": "no",
		},
	});
}

class EventStream implements StreamReader {
	#controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	#comment: NodeJS.Timeout | undefined;
	#leave: (() => void) | undefined;
	/** The size of the first batch: it may be a whole answer, and must get through however long that takes. */
	#first = 0;

	begin(
		controller: ReadableStreamDefaultController<Uint8Array>,
		follow: (reader: StreamReader) => () => void,
		onRevoked: (ended: () => void) => () => void,
	): void {
		open.add(this);
		this.#controller = controller;
		// An answer may be silent for a while: the first line tells the browser that it is connected.
		this.#write(HELLO);
		this.#comment = setInterval(() => this.#write(HELLO), COMMENT_MS);
		const [unfollow, stopListening] = [follow(this), onRevoked(() => this.close())];
		const leave = () => {
			unfollow();
			stopListening();
		};
		if (this.#controller) this.#leave = leave;
		else leave();
	}

	take(bytes: Uint8Array): void {
		this.#first ||= bytes.byteLength;
		this.#write(bytes);
	}

	over(): void {
		this.close();
	}

	/** Ends the response, if it has not ended yet, and unsubscribes. */
	close(): void {
		const controller = this.#controller;
		if (!controller) return;
		this.#controller = undefined;
		open.delete(this);
		clearInterval(this.#comment);
		this.#leave?.();
		try {
			controller.close();
		} catch {
			// Already cancelled.
		}
	}

	#write(bytes: Uint8Array): void {
		const controller = this.#controller;
		if (!controller) return;
		if ((controller.desiredSize ?? 0) + this.#first >= 0) {
			controller.enqueue(bytes);
			return;
		}
		// Too far behind: the buffer is dropped and the connection broken, or the buffer would stay.
		controller.error(new DOMException("The reader is too slow.", "AbortError"));
		this.close();
	}
}

/** Ends every stream without an `end` event, so that the browsers reconnect, to another server. */
export function closeEventStreams(): void {
	for (const stream of [...open]) stream.close();
}

/** The number of connected readers. */
export const openEventStreams = () => open.size;
