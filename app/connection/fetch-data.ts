import { reportAnsweredForm } from "./answered-forms.ts";
import type { Connection } from "./connection.ts";
import { RequestLost } from "./request-lost.ts";

/** A request without any bytes for this long counts as lost: a dead connection reports nothing. */
export const SILENCE_MS = 30_000;
/** A timer that is late by more tells that the device has slept: what came meanwhile is read after it. */
const ASLEEP_MS = 2_000;

type Fetch = typeof fetch;

/**
 * `fetch` for the framework's data requests. A read is retried until the server responds or the request is aborted,
 * so the screen stays and the framework sees no failure. A submission is sent once and fails with `RequestLost`: the
 * user decides whether to send it again.
 */
export function fetchData(plain: Fetch, connection: Connection): Fetch {
	const send: Fetch = async (input, init = {}) => {
		const submits = (init.method ?? "GET") !== "GET";
		for (;;) {
			const answer = await ask(plain, input, init);
			if (answer instanceof Response) {
				connection.recovered();
				if (submits) reportAnsweredForm(init.body, answer.headers);
				return answer;
			}
			init.signal?.throwIfAborted();
			// A final refusal is no connection problem.
			if (submits && answer.status !== null && isFinal(answer.status)) throw answer;
			connection.lost(submits);
			if (submits) throw answer;
			await connection.nextTry(init.signal);
		}
	};
	return async (input, init = {}) => {
		if ((init.method ?? "GET") === "GET") return send(input, init);
		connection.submitting += 1;
		try {
			return await send(input, init);
		} finally {
			// Delayed, so that the framework can follow a redirect of the response first.
			setTimeout(() => {
				connection.submitting -= 1;
			});
		}
	};
}

/** Reads the whole response: a truncated one counts as lost. */
async function ask(plain: Fetch, input: Parameters<Fetch>[0], init: RequestInit) {
	const silence = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const restartSilence = (): void => {
		const asleepAt = performance.now() + SILENCE_MS + ASLEEP_MS;
		clearTimeout(timer);
		timer = setTimeout(() => (performance.now() > asleepAt ? restartSilence() : silence.abort()), SILENCE_MS);
	};
	restartSilence();
	try {
		const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
		const answer = await plain(input, { ...init, signal });
		if (!isOurs(answer, init)) {
			void answer.body?.cancel().catch(() => {});
			return new RequestLost(answer.status);
		}
		if (!answer.body) return answer;
		const body: BlobPart[] = [];
		const reader = answer.body.getReader();
		for (let read = await reader.read(); !read.done; read = await reader.read()) {
			restartSilence();
			body.push(read.value);
		}
		const { status, statusText, headers } = answer;
		return new Response(new Blob(body), { status, statusText, headers });
	} catch {
		return new RequestLost(null);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Whether the application itself has responded, and not a proxy in its place. A final refusal of a read is passed to
 * the framework: a retry would bring the same.
 */
function isOurs({ status, headers }: Response, { method = "GET" }: RequestInit): boolean {
	return headers.has("X-Remix-Response") || (method === "GET" && isFinal(status));
}

/** 408, 429 and 5xx are temporary; a page with 200 is that of a captive portal. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Replaces `window.fetch`, since the framework has no hook for it: a middleware may call `next` only once. */
export function replaceFetch(connection: Connection, page: Window & { fetch: Fetch } = window): void {
	const plain = page.fetch.bind(page);
	const data = fetchData(plain, connection);
	page.fetch = (input, init) => {
		const ofFramework = input instanceof URL && input.origin === page.location.origin;
		return ofFramework && input.pathname.endsWith(".data") ? data(input, init) : plain(input, init);
	};
}
