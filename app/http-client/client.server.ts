import { createFetch, type FetchContext, FetchError } from "ofetch";
import { HttpError } from "./http-error.server.ts";
import { redact } from "./redact.server.ts";
import { wireFetch } from "./wire-fetch.server.ts";

export type HttpClientSettings = {
	/** From the configuration; may have a path. */
	baseUrl: string;
	headers?: Record<string, string>;
	/** For the whole call: both attempts, the delay between them and the reading of the response. */
	timeoutMs: number;
	idempotencyHeader?: string;
	/** The longest delay before the second attempt that is accepted from Retry-After. */
	maxRetryAfterMs?: number;
};

export type IdempotentMethod = "GET" | "HEAD" | "OPTIONS" | "PUT" | "DELETE";
export type OtherMethod = "POST" | "PATCH";

type Parts = {
	query?: Record<string, string>;
	headers?: Record<string, string>;
	/** An object is sent as JSON, `URLSearchParams` as a form. */
	body?: object | URLSearchParams;
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
 */
export interface HttpClient {
	(method: IdempotentMethod, path: string, parts?: Parts): Promise<HttpResponse>;
	(method: OtherMethod, path: string, parts: Parts & Idempotency): Promise<HttpResponse>;
}

// S-7.7–S-7.14: these and no others.
const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504];
const RETRY_AFTER_MS = 200;
const FORM = "application/x-www-form-urlencoded";

const ofetch = createFetch({ fetch: wireFetch });

/** Creates a client of one service. The retry rules are S-7.5–S-7.14. */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
	const baseUrl = new URL(settings.baseUrl).href.replace(/\/+$/, "");
	const { timeoutMs, idempotencyHeader = "Idempotence-Key", maxRetryAfterMs = 5_000 } = settings;

	return async function call(
		method: IdempotentMethod | OtherMethod,
		path: string,
		parts: Parts & { idempotencyKey?: string; once?: true } = {},
	): Promise<HttpResponse> {
		checkPath(baseUrl, path);
		const key = keyOf(method, parts);
		const form = parts.body instanceof URLSearchParams;
		const headers = {
			...settings.headers,
			...(form && { "Content-Type": FORM }),
			...parts.headers,
			...(key && { [idempotencyHeader]: key }),
		};
		const deadline = performance.now() + timeoutMs;
		const controller = new AbortController();
		const timer = setTimeout(() => controller.abort(), timeoutMs);
		const waitBeforeRetry = (context: FetchContext) =>
			Math.min(retryAfterMs(context.response?.headers.get("retry-after")) ?? RETRY_AFTER_MS, maxRetryAfterMs);
		try {
			const response = await ofetch.raw(path, {
				baseURL: baseUrl,
				method,
				headers,
				query: parts.query,
				body: form ? String(parts.body) : parts.body,
				responseType: "text",
				signal: controller.signal,
				retry: key ? 1 : 0,
				retryStatusCodes: RETRIED_STATUSES,
				retryDelay: waitBeforeRetry,
				// ofetch treats a network error as status 500; whether the request was processed is then unknown for longer
				// than a retry would wait, so the caller decides what to do.
				onRequestError: ({ options }) => {
					options.retry = false;
				},
				onResponseError: (context) => {
					const enoughTime = waitBeforeRetry(context) < deadline - performance.now();
					if (!enoughTime) context.options.retry = false;
				},
			});
			// A redirect is refused even within the host: it would turn a POST into a GET or send one address's key to
			// another, and no service called here has a reason to redirect. wireFetch follows none.
			if (response.status < 300) return { status: response.status, body: readBody(response) };
			throw new HttpError("redirect", { method, path }, response.status, "");
		} catch (error) {
			throw error instanceof HttpError
				? error
				: toHttpError(error, { method, path }, controller.signal, headers);
		} finally {
			clearTimeout(timer);
		}
	};
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

function readBody(response: Response & { _data?: string }): unknown {
	const text = response._data ?? "";
	if (!/\bjson\b/i.test(response.headers.get("content-type") ?? "")) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function toHttpError(
	error: unknown,
	call: { method: string; path: string },
	{ aborted }: AbortSignal,
	headers: Record<string, string>,
): HttpError {
	if (error instanceof FetchError && error.status !== undefined) {
		return new HttpError("status", call, error.status, redact(String(error.data ?? ""), secretsOf(headers)));
	}
	if (aborted) return new HttpError("timeout", call, undefined, "");
	return new HttpError("network", call, undefined, networkCode(error));
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
