import type { LookupFunction } from "node:net";
import { startTimeout } from "../platform/concurrency/timeout.server.ts";
import { HttpError } from "./http-error.server.ts";
import { redact } from "./redact.server.ts";
import { sendRequest, type WireResponse } from "./send-request.server.ts";

export type HttpClientSettings = {
	/** The address from the configuration; it may have a path. */
	baseUrl: string;
	headers?: Record<string, string>;
	/** For the whole call: both attempts, the delay between them and the reading of the response. */
	timeoutMs: number;
	idempotencyHeader?: string;
	/** The longest delay before the second attempt that is accepted from Retry-After. */
	maxRetryAfterMs?: number;
	/** The longest body of a response; a longer one is a failure. The default is more than any expected body. */
	maxBodyBytes?: number;
	/** Finds the addresses of names, and refuses those that may not be connected to. */
	lookup?: LookupFunction | undefined;
};

export type IdempotentMethod = "GET" | "HEAD" | "OPTIONS" | "PUT" | "DELETE";
export type OtherMethod = "POST" | "PATCH";

type Parts = {
	query?: Record<string, string>;
	headers?: Record<string, string>;
	/** An object is sent as JSON, `URLSearchParams` as a form. */
	body?: object | URLSearchParams;
	/** Ends the call early: it throws the signal's reason. */
	signal?: AbortSignal;
};
/**
 * Either an idempotency key, chosen before the first attempt and stored by the caller, or `once` for a single
 * attempt.
 */
type Idempotency = { idempotencyKey: string; once?: undefined } | { once: true; idempotencyKey?: undefined };

/** `body` is parsed JSON when the content type is JSON, text otherwise; the caller validates its shape. */
export type HttpResponse = { status: number; body: unknown };

/**
 * Calls one service. `path` begins with a slash, is already encoded and has no query.
 * @throws {HttpError} for any status that is not 2xx and when there was no response
 * @throws the reason of the caller's signal
 */
export interface HttpClient {
	(method: IdempotentMethod, path: string, parts?: Parts): Promise<HttpResponse>;
	(method: OtherMethod, path: string, parts: Parts & Idempotency): Promise<HttpResponse>;
}

// S-7.7–S-7.14: these and no others.
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const RETRY_AFTER_MS = 200;
const FORM = "application/x-www-form-urlencoded";

/** Creates a client of one service. The retry rules are S-7.5–S-7.14. */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
	const baseUrl = new URL(settings.baseUrl).href.replace(/\/+$/, "");
	const {
		timeoutMs,
		idempotencyHeader = "Idempotence-Key",
		maxRetryAfterMs = 5_000,
		maxBodyBytes,
		lookup,
	} = settings;

	return async function call(
		method: IdempotentMethod | OtherMethod,
		path: string,
		parts: Parts & { idempotencyKey?: string; once?: true } = {},
	): Promise<HttpResponse> {
		checkPath(baseUrl, path);
		const key = keyOf(method, parts);
		const { body, contentType } = encode(parts.body);
		const headers = {
			...(contentType && { "content-type": contentType, accept: "application/json" }),
			...settings.headers,
			...parts.headers,
			...(key && { [idempotencyHeader]: key }),
		};
		const url = new URL(baseUrl + path);
		for (const [name, value] of Object.entries(parts.query ?? {})) url.searchParams.append(name, value);
		const deadline = performance.now() + timeoutMs;
		const controller = new AbortController();
		const endTimeout = startTimeout(timeoutMs, () => controller.abort());
		const signal = parts.signal ? AbortSignal.any([controller.signal, parts.signal]) : controller.signal;
		const send = () => sendRequest(url, { method, headers, body, signal, maxBodyBytes, lookup });
		try {
			let response = await send();
			// A network error is not retried: whether the request was processed is then unknown for longer than a retry
			// would wait, so the caller decides what to do.
			if (key && RETRIED_STATUSES.has(response.status)) {
				const waitMs = Math.min(
					retryAfterMs(response.headers["retry-after"]) ?? RETRY_AFTER_MS,
					maxRetryAfterMs,
				);
				if (waitMs < deadline - performance.now()) {
					await new Promise((resolve) => setTimeout(resolve, waitMs));
					response = await send();
				}
			}
			return readResponse(response, { method, path }, headers);
		} catch (error) {
			if (error instanceof HttpError) throw error;
			parts.signal?.throwIfAborted();
			if (signal.aborted) throw new HttpError("timeout", { method, path }, undefined, "");
			throw new HttpError("network", { method, path }, undefined, networkCode(error));
		} finally {
			endTimeout();
		}
	};
}

function encode(body: Parts["body"]): { body?: string; contentType?: string } {
	if (body === undefined) return {};
	if (body instanceof URLSearchParams) return { body: String(body), contentType: FORM };
	return { body: JSON.stringify(body), contentType: "application/json" };
}

/** Rejects a path that would change the address: `..`, a host, a query, an unencoded character. */
function checkPath(baseUrl: string, path: string) {
	const whole = baseUrl + path;
	if (!path.startsWith("/") || /[?#]/.test(path) || URL.parse(whole)?.href !== whole) {
		throw new TypeError(
			"The path must begin with a slash, be encoded, and have no query and no dot segments",
		);
	}
}

/**
 * S-7.6: a request that is not idempotent has a key, or is sent once. The types require it too; this checks what
 * bypasses them.
 */
function keyOf(method: string, parts: { idempotencyKey?: string; once?: true }): string | undefined {
	if (method !== "POST" && method !== "PATCH") return undefined;
	const { idempotencyKey, once } = parts;
	if (once === true && idempotencyKey === undefined) return undefined;
	if (once === undefined && idempotencyKey && /^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
		return idempotencyKey;
	throw new TypeError(`${method} needs either an idempotency key or once: true`);
}

/** The delay of Retry-After in milliseconds, from seconds or a date. */
function retryAfterMs(retryAfter: string | null | undefined): number | undefined {
	if (!retryAfter) return undefined;
	const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** @throws {HttpError} for any status that is not 2xx */
function readResponse(
	{ status, headers, text }: WireResponse,
	call: { method: string; path: string },
	sent: Record<string, string>,
): HttpResponse {
	if (status >= 400) throw new HttpError("status", call, status, redact(text, secretsOf(sent)));
	// A redirect is refused even within the host: it would turn a POST into a GET or send one address's key to another,
	// and no service called here has a reason to redirect.
	if (status >= 300) throw new HttpError("redirect", call, status, "");
	if (!/\bjson\b/i.test(headers["content-type"] ?? "")) return { status, body: text };
	try {
		return { status, body: JSON.parse(text) };
	} catch {
		return { status, body: text };
	}
}

/** The code of a network error alone: the message may contain the address with its query. */
function networkCode(error: unknown): string {
	for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++) {
		if ("code" in inner && typeof inner.code === "string") return inner.code;
	}
	return "";
}

/** The header values, whole and without their scheme, and both halves of a Basic pair. */
function secretsOf(headers: Record<string, string>): string[] {
	return Object.values(headers).flatMap((value) => {
		const [scheme, credentials] = value.split(" ", 2);
		if (credentials === undefined) return [value];
		const pair =
			scheme?.toLowerCase() === "basic" ? Buffer.from(credentials, "base64").toString().split(":") : [];
		return [value, credentials, ...pair];
	});
}
