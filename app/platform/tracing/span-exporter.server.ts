import { randomBytes } from "node:crypto";
import { sendRequest } from "../../http-client/send-request.server.ts";

/** Something that has ended. No people's words, no addresses: attributes are names, codes and numbers. */
export type Span = {
	name: string;
	/** `server`: somebody else's request; `client`: our call outside; `internal`: work of our own. */
	kind: "server" | "client" | "internal";
	/** A UUID, whose digits become the trace's id; without it the trace is new. */
	traceUuid?: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt: number;
	attributes: Record<string, string | number | undefined>;
	failed?: boolean;
};

/** The numbers of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 };
const FAILED = 2;

const EVERY_MS = 5_000;
/** Sent at once. */
const BATCH = 512;
/** Waiting; more are dropped: a receiver that is gone must not fill the memory. */
const MOST = 4_096;
const LIMIT_MS = 5_000;
const LAST_LIMIT_MS = 1_000;
const TELL_MS = 60_000;

type Settings = {
	/** Without `/v1/traces`. */
	endpoint: string;
	headers: Record<string, string>;
	serviceName: string;
	onProblem: (problem: string) => void;
	everyMs?: number;
} & SendingLimits;

/** For tests: how long one request may take, and all that are sent at the stop. */
export type SendingLimits = { limitMs?: number; lastLimitMs?: number };

/** Sends spans by OTLP over HTTP as JSON, in batches. Spans that the receiver does not take are dropped. */
export class SpanExporter {
	readonly #url: URL;
	readonly #settings: Settings;
	readonly #timer: NodeJS.Timeout;
	readonly #stopping = new AbortController();
	#waiting: Span[] = [];
	#sending: Promise<void> | undefined;
	#toldAt = Number.NEGATIVE_INFINITY;

	constructor(settings: Settings) {
		this.#settings = settings;
		this.#url = new URL(`${settings.endpoint.replace(/\/+$/, "")}/v1/traces`);
		this.#timer = setInterval(() => this.#send(), settings.everyMs ?? EVERY_MS).unref();
	}

	take(span: Span): void {
		if (this.#waiting.length < MOST) this.#waiting.push(span);
	}

	/** Sends what is left, within a second. */
	async stop(): Promise<void> {
		clearInterval(this.#timer);
		const { lastLimitMs = LAST_LIMIT_MS } = this.#settings;
		const limit = setTimeout(() => this.#stopping.abort(), lastLimitMs);
		await this.#sending;
		while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) await this.#post();
		clearTimeout(limit);
	}

	/** One request at a time: spans that come while a receiver is silent wait, and no more than `MOST` of them. */
	#send(): void {
		if (this.#waiting.length === 0) return;
		this.#sending ??= this.#postBatches().finally(() => {
			this.#sending = undefined;
		});
	}

	async #postBatches(): Promise<void> {
		do await this.#post();
		while (this.#waiting.length >= BATCH);
	}

	async #post(): Promise<void> {
		const spans = this.#waiting.splice(0, BATCH);
		const { headers, serviceName, limitMs = LIMIT_MS } = this.#settings;
		const signal = AbortSignal.any([AbortSignal.timeout(limitMs), this.#stopping.signal]);
		try {
			const body = JSON.stringify(bodyOf(serviceName, spans));
			const { status } = await sendRequest(this.#url, {
				method: "POST",
				headers: { ...headers, "Content-Type": "application/json" },
				body,
				signal,
			});
			if (status >= 300) this.#tell(`HTTP ${status}`);
		} catch (error) {
			this.#tell(signal.aborted ? "timeout" : String((error as { code?: unknown }).code ?? "network"));
		}
	}

	#tell(problem: string): void {
		if (performance.now() - this.#toldAt < TELL_MS) return;
		this.#toldAt = performance.now();
		this.#settings.onProblem(problem);
	}
}

/** `ExportTraceServiceRequest` of https://opentelemetry.io/docs/specs/otlp/, ids in hexadecimal digits. */
function bodyOf(serviceName: string, spans: readonly Span[]) {
	return {
		resourceSpans: [
			{
				resource: { attributes: attributesOf({ "service.name": serviceName }) },
				scopeSpans: [{ scope: { name: "sobesednik" }, spans: spans.map(spanOf) }],
			},
		],
	};
}

const spanOf = ({ name, kind, traceUuid, startedAt, endedAt, attributes, failed }: Span) => ({
	traceId: traceUuid?.replaceAll("-", "") ?? randomBytes(16).toString("hex"),
	spanId: randomBytes(8).toString("hex"),
	name,
	kind: KINDS[kind],
	startTimeUnixNano: nanoseconds(startedAt),
	endTimeUnixNano: nanoseconds(endedAt),
	attributes: attributesOf(attributes),
	...(failed && { status: { code: FAILED } }),
});

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Span["attributes"]) =>
	Object.entries(attributes).flatMap(([key, value]) =>
		value === undefined
			? []
			: [{ key, value: typeof value === "number" ? { doubleValue: value } : { stringValue: value } }],
	);
