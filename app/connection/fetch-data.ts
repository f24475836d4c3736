import type { Connection } from "./connection.ts";
import { RequestLost } from "./request-lost.ts";

/** So long nothing comes at all before the request counts as lost: a dead line says nothing. */
export const SILENCE_MS = 30_000;

type Fetch = typeof fetch;

/**
 * `fetch` for the framework's requests for data. What only reads is sent again until the server has answered or
 * nobody wants it any more, so the screen stays as it is and the framework hears of no failure. What acts is sent
 * once, and lost with a `RequestLost`: whether to send it again is the person's to say.
 */
export function fetchData(plain: Fetch, connection: Connection): Fetch {
	const send: Fetch = async (input, init = {}) => {
		const acts = (init.method ?? "GET") !== "GET";
		for (;;) {
			const answer = await ask(plain, input, init);
			if (answer instanceof Response) {
				connection.found();
				return answer;
			}
			init.signal?.throwIfAborted();
			// What somebody refuses for good is no matter of the connection.
			if (acts && answer.status !== null && isFinal(answer.status)) throw answer;
			connection.lost(acts);
			if (acts) throw answer;
			await connection.nextTry(init.signal);
		}
	};
	return async (input, init = {}) => {
		if ((init.method ?? "GET") === "GET") return send(input, init);
		connection.acting += 1;
		try {
			return await send(input, init);
		} finally {
			// The framework has a moment to go where the answer leads.
			setTimeout(() => {
				connection.acting -= 1;
			});
		}
	};
}

/** The answer as a whole: one that breaks off is none. */
async function ask(plain: Fetch, input: Parameters<Fetch>[0], init: RequestInit) {
	const silence = new AbortController();
	let timer = setTimeout(() => silence.abort(), SILENCE_MS);
	const heard = () => {
		clearTimeout(timer);
		timer = setTimeout(() => silence.abort(), SILENCE_MS);
	};
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
			heard();
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
 * Whether the application has answered, and nobody in its place. A reading that is refused for good is left to the
 * framework: asking again would bring the same.
 */
function isOurs({ status, headers }: Response, { method = "GET" }: RequestInit): boolean {
	return headers.has("X-Remix-Response") || (method === "GET" && isFinal(status));
}

/** 408 and 429 pass, as everything of 5xx does; a page with 200 is that of a portal. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Puts `fetchData` under the framework, which has no place of its own for it: a middleware may go on only once. */
export function mendDataRequests(connection: Connection, page: Window & { fetch: Fetch } = window): void {
	const plain = page.fetch.bind(page);
	const data = fetchData(plain, connection);
	page.fetch = (input, init) => {
		const ofFramework = input instanceof URL && input.origin === page.location.origin;
		return ofFramework && input.pathname.endsWith(".data") ? data(input, init) : plain(input, init);
	};
}
