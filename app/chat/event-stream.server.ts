import type { AnswerEvent } from "./answer-events.server.ts";

/** A comment so often keeps proxies from closing a quiet stream. */
const COMMENT_MS = 15_000;

const open = new Set<AbortController>();

/**
 * Writes batches of events as `text/event-stream`. One batch is one write, so the network sees one
 * packet for it. The source is told by `signal` when the reader has gone.
 */
export function eventStream(source: (signal: AbortSignal) => AsyncGenerator<AnswerEvent[]>): Response {
	const controller = new AbortController();
	const encoder = new TextEncoder();
	let comment: NodeJS.Timeout | undefined;
	const close = () => {
		open.delete(controller);
		clearInterval(comment);
		controller.abort();
	};
	const body = new ReadableStream<Uint8Array>({
		start(stream) {
			open.add(controller);
			const send = (text: string) => {
				if (!controller.signal.aborted) stream.enqueue(encoder.encode(text));
			};
			// An answer may be silent for a while: the first line lets the browser know it is connected.
			send(": ok\n\n");
			comment = setInterval(() => send(": ok\n\n"), COMMENT_MS);
			void (async () => {
				try {
					for await (const batch of source(controller.signal)) send(batch.map(eventText).join(""));
					if (!controller.signal.aborted) stream.close();
				} catch (error) {
					if (!controller.signal.aborted) stream.error(error);
				} finally {
					close();
				}
			})();
			controller.signal.addEventListener("abort", () => {
				try {
					stream.close();
				} catch {
					// Closed or cancelled already: there is nobody to tell.
				}
			});
		},
		// `request.signal` may never fire for a streaming answer (house.md §5); this always does.
		cancel: close,
	});
	return new Response(body, {
		headers: {
			"Content-Type": "text/event-stream; charset=utf-8",
			"Cache-Control": "no-store, no-transform",
			"X-Accel-Buffering": "no",
		},
	});
}

/** Ends every stream without an `end` event, so that the browsers reconnect, to another server. */
export function closeEventStreams(): void {
	for (const controller of [...open]) controller.abort();
}

/** How many readers are connected. */
export const openEventStreams = () => open.size;

const eventText = ({ id, kind, data }: AnswerEvent) =>
	`id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
