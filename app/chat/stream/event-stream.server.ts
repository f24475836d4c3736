import { type BodySink, type DirectBody, WRITE_INTO } from "../../platform/http/direct-body.server.ts";
import type { StreamReader } from "./stream-changes.server.ts";

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
	const body: DirectBody = new ReadableStream<Uint8Array>(
		{
			start: (controller) => stream.begin(controller, follow, onRevoked),
			pull: () => stream.pull(),
			// `request.signal` may never fire while a response streams (React Router rebuilds the request); `cancel` always
			// does.
			cancel: () => stream.close(),
		},
		{ highWaterMark: 0 },
	);
	body[WRITE_INTO] = (sink) => stream.writeInto(sink);
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
	#sink: BodySink | undefined;
	/** The bytes that the sink, or the body's reader where there is none, does not take yet. */
	#queue: Uint8Array[] = [];
	#queued = 0;
	/** Whether it takes more: the reader has asked, the sink is not full. */
	#asked = false;
	#over = false;
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
		if (this.#over) leave();
		else this.#leave = leave;
	}

	/** The body's reader asks for more. */
	pull(): void {
		this.#asked = true;
		this.#hand();
	}

	/** From now on everything goes into the sink, first what has gathered. */
	writeInto(sink: BodySink): void {
		this.#sink = sink;
		this.pull();
	}

	take(bytes: Uint8Array): void {
		this.#first ||= bytes.byteLength;
		this.#write(bytes);
	}

	over(): void {
		this.close();
	}

	/** Ends the response after what was written, if it has not ended yet, and unsubscribes. */
	close(): void {
		if (this.#over) return;
		this.#end();
		this.#hand();
	}

	#end(): void {
		this.#over = true;
		open.delete(this);
		clearInterval(this.#comment);
		this.#leave?.();
	}

	#write(bytes: Uint8Array): void {
		if (this.#over) return;
		if (this.#queued > BEHIND_BYTES + this.#first) return void this.#dropReader();
		this.#queue.push(bytes);
		this.#queued += bytes.byteLength;
		this.#hand();
	}

	/** Too far behind: the buffer is dropped and the connection broken, or the buffer would stay. */
	#dropReader(): void {
		this.#takeQueue();
		this.#end();
		this.#sink?.destroy();
		this.#controller?.error(new DOMException("The reader is too slow.", "AbortError"));
		this.#controller = undefined;
	}

	/** Passes the queued events on, if the reader has asked for more. */
	#hand(): void {
		const gathered = this.#queue.length > 0 && (this.#asked || (this.#over && this.#sink !== undefined));
		if (gathered) this.#pass(this.#takeQueue());
		if (!this.#over || this.#queue.length > 0) return;
		this.#sink?.end();
		const controller = this.#controller;
		this.#controller = undefined;
		try {
			if (!this.#sink) controller?.close();
		} catch {
			// Already cancelled.
		}
	}

	#pass(queue: Uint8Array[]): void {
		const [first = HELLO, ...others] = queue;
		const bytes = others.length === 0 ? first : Buffer.concat(queue);
		this.#asked = false;
		if (!this.#sink) this.#controller?.enqueue(bytes);
		else if (this.#sink.write(bytes)) this.#asked = true;
		else this.#sink.onDrain(() => this.pull());
	}

	#takeQueue(): Uint8Array[] {
		const queue = this.#queue;
		this.#queue = [];
		this.#queued = 0;
		return queue;
	}
}

/** Ends every stream without an `end` event, so that the browsers reconnect, to another server. */
export function closeEventStreams(): void {
	for (const stream of [...open]) stream.close();
}

/** The number of connected readers. */
export const openEventStreams = () => open.size;
