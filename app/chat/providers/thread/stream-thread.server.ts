/**
 * The worker thread that reads streams of models. It is started by its path (`background-streams.server.ts`) and is not
 * part of the bundle.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { ProviderError } from "../provider.server.ts";
import { RequestBody } from "../upstream/request-body.server.ts";
import { openUpstream, type Upstream, type UpstreamSettings } from "../upstream/upstream.server.ts";
import { streamCompletion } from "../wire/stream-completion.server.ts";
import type { StreamFailure, StreamOrder } from "./stream-messages.server.ts";
import { StreamOutbox } from "./stream-outbox.server.ts";

/** Servers whose connections are kept. Settings that change make another one; the oldest is forgotten first. */
const MOST_UPSTREAMS = 100;

/**
 * The rest after each batch: meanwhile pieces gather, so that one read of a connection finds several. Reading each as it
 * comes costs twice the CPU.
 */
const REST_MS = 20;
const nobody = new Int32Array(new SharedArrayBuffer(4));
const rest = () => void Atomics.wait(nobody, 0, 0, REST_MS);

/** Redacted by the receiver, which knows the secrets. */
const asItIs = (text: string) => text;

type Question = Omit<Extract<StreamOrder, { kind: "ask" }>, "body">;

function serve(port: MessagePort): void {
	const upstreams = new Map<number, Upstream>();
	const running = new Map<number, AbortController>();
	const outbox = new StreamOutbox((batch) => port.postMessage(batch), rest);

	port.on("message", (order: StreamOrder) => {
		if (order.kind === "taken") outbox.taken(order.behind);
		else if (order.kind === "ask") {
			const { body, ...question } = order;
			void ask(question, new RequestBody(body));
		} else {
			running.get(order.id)?.abort();
			outbox.drop(order.id);
		}
	});

	async function ask({ id, upstreamId, settings, asked }: Question, body: RequestBody): Promise<void> {
		const controller = new AbortController();
		running.set(id, controller);
		try {
			const upstream = { ...upstreamOf(upstreamId, settings), settings };
			for await (const event of streamCompletion(upstream, body, asItIs, controller.signal, asked)) {
				if (controller.signal.aborted) return;
				const sent = outbox.put(id, event);
				if (sent) await sent;
			}
		} catch (error) {
			if (!controller.signal.aborted) outbox.put(id, failureOf(error));
		} finally {
			running.delete(id);
		}
	}

	function upstreamOf(id: number, settings: UpstreamSettings): Upstream {
		const known = upstreams.get(id);
		if (known) return known;
		const opened = openUpstream(settings);
		upstreams.set(id, opened);
		const [oldest] = upstreams.keys();
		if (upstreams.size > MOST_UPSTREAMS && oldest !== undefined) upstreams.delete(oldest);
		return opened;
	}
}

function failureOf(error: unknown): StreamFailure {
	const { code, detail, status } =
		error instanceof ProviderError ? error : { code: undefined, detail: String(error), status: undefined };
	return { kind: "failure", code, detail, status };
}

// Outside of a thread it asks nobody.
if (parentPort) serve(parentPort);
