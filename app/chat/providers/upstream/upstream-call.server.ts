import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { responseOf } from "../../../http-client/response-of.server.ts";
import { startTimeout } from "../../../platform/concurrency/timeout.server.ts";
import { ProviderError } from "../provider.server.ts";
import { BodyChunks } from "./body-chunks.server.ts";
import type { RequestBody } from "./request-body.server.ts";
import type { Upstream } from "./upstream.server.ts";

/** After the finish reason, the time for the usage event and the end of the stream. */
const AFTER_FINISH_MS = 1_000;
/** After `[DONE]` a connection is reused only if the response ends within this time. */
const DRAIN_MS = 1_000;

/**
 * One request to a model's server, over node:http(s): global `fetch` costs a third more for a stream of small pieces
 * (measured; see docs/performance.md). It follows no redirect. One timer serves all timeouts.
 */
export class UpstreamCall {
	readonly #upstream: Upstream;
	#request: ClientRequest | undefined;
	#response: IncomingMessage | undefined;
	#chunks: BodyChunks | undefined;
	#cut: Error | undefined;
	#released = false;
	#endTimeout: () => void;
	#stage: "first-piece" | "idle" | "after-finish" = "first-piece";
	#lastPieceAt = 0;

	constructor(upstream: Upstream) {
		this.#upstream = upstream;
		this.#endTimeout = this.#start(upstream.settings.firstPieceMs);
	}

	/**
	 * Sends the request and waits for the response head, whatever its status. A keep-alive connection that the server
	 * has closed meanwhile is no failure: the request is sent again, once, over a new connection and not over another
	 * kept one, which the server may have closed in the same moment.
	 */
	async send(body: RequestBody): Promise<IncomingMessage> {
		try {
			return await this.#sendOnce(body, this.#upstream.agent);
		} catch (error) {
			const stale = this.#request?.reusedSocket && ["ECONNRESET", "EPIPE"].includes(codeOf(error));
			if (!stale || this.#cut) throw this.#cut ?? asFailure(error);
		}
		try {
			return await this.#sendOnce(body, this.#upstream.newConnections);
		} catch (error) {
			throw this.#cut ?? asFailure(error);
		}
	}

	/** The body of the response. From here on the call can tell whether the reader on our side is slow. */
	chunksOf(response: IncomingMessage): BodyChunks {
		this.#chunks = new BodyChunks(response);
		return this.#chunks;
	}

	/** The model has sent a piece: from now on the timeout between pieces applies. */
	onPiece(): void {
		// The timer looks at this when it fires: restarting it with each piece costs more than a fiftieth of the piece.
		this.#lastPieceAt = performance.now();
		if (this.#stage === "first-piece") this.#rearm("idle", this.#idleMs);
	}

	onFinish(): void {
		if (this.#stage === "after-finish") return;
		this.#rearm("after-finish", Math.min(AFTER_FINISH_MS, this.#idleMs));
	}

	/** Destroys the connection at once; the reader of the body gets `why`. No effect after `release`. */
	hangUp(why: Error = new Error("hung up")): void {
		this.#endTimeout();
		if (this.#released) return;
		this.#cut ??= why;
		(this.#response ?? this.#request)?.destroy(why);
	}

	/** The response has been read as far as needed: the connection may serve the next request. */
	release(): void {
		this.#endTimeout();
		this.#released = true;
		this.#chunks?.leave();
		const response = this.#response;
		if (!response || response.complete) return;
		const tooLong = setTimeout(() => response.destroy(), DRAIN_MS).unref();
		response.once("close", () => clearTimeout(tooLong));
	}

	async #sendOnce(body: RequestBody, agent: Agent): Promise<IncomingMessage> {
		if (this.#cut) throw this.#cut;
		const { url, settings } = this.#upstream;
		const { headers, connectMs } = settings;
		const secure = url.protocol === "https:";
		// No listener below may refer to it: it would be kept for the life of the request.
		const { bytes } = body;
		const request = (secure ? httpsRequest : httpRequest)(url, {
			method: "POST",
			agent,
			headers: { ...headers, "Content-Type": "application/json", "Content-Length": bytes.byteLength },
		});
		this.#request = request;
		const late = new ProviderError("unreachable", `no connection in ${connectMs} ms`);
		const endConnecting = startTimeout(connectMs, () => request.destroy(late));
		request.once("socket", (socket) => {
			if (request.reusedSocket) endConnecting();
			else socket.once(secure ? "secureConnect" : "connect", endConnecting);
		});
		request.end(bytes);
		try {
			this.#response = await responseOf(request);
			return this.#response;
		} finally {
			endConnecting();
		}
	}

	get #idleMs(): number {
		return this.#upstream.settings.idleMs;
	}

	#rearm(stage: "first-piece" | "idle" | "after-finish", ms: number) {
		this.#endTimeout();
		this.#stage = stage;
		this.#endTimeout = this.#start(ms);
	}

	#start(ms: number): () => void {
		return startTimeout(ms, () => this.#expire(ms));
	}

	#expire(ms: number) {
		// Unread chunks mean that our side is slow, not the model.
		if (this.#chunks?.pending) return this.#rearm(this.#stage, ms);
		const left = this.#stage === "idle" ? this.#lastPieceAt + this.#idleMs - performance.now() : 0;
		if (left > 0) return this.#rearm("idle", left);
		this.hangUp(new ProviderError("timeout", `the model was silent for too long (${this.#stage})`));
	}
}

const UNTRUSTED =
	"its certificate is signed by an authority that Node does not trust; name that in caFile or GIGACHAT_CA_FILE";

/**
 * Maps a connection error. Only the system's error code is passed on: the message may contain an address.
 * @throws the error itself when it is no system error: then it is a defect of ours
 */
export function asFailure(error: unknown): ProviderError {
	if (error instanceof ProviderError) return error;
	const code = codeOf(error);
	if (code === "") throw error;
	const why = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code) ? `${code}: ${UNTRUSTED}` : code;
	return new ProviderError("unreachable", why);
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
