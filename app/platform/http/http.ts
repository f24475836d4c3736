import { data } from "react-router";

/** Private pages, their data and streams: no store anywhere. */
export const PRIVATE = { "Cache-Control": "no-store" };

/** The same for everybody, and changed only by the operator with a restart. */
export const FOR_AN_HOUR = { "Cache-Control": "public, max-age=3600" };

/** Where a form came back with problems the person can mend. The typed values go with the answer. */
export const badRequest = <T>(body: T) => data(body, { status: 400, headers: PRIVATE });

/** Past a throttle. `retryAfterSeconds` is also said in words on the page. */
export const tooManyRequests = <T>(body: T, retryAfterSeconds: number) =>
	data(body, {
		status: 429,
		headers: { ...PRIVATE, "Retry-After": String(Math.ceil(retryAfterSeconds)) },
	});

/** The server itself cannot take more at the moment; nothing was done. The typed values go with the answer. */
export const unavailable = <T>(body: T, retryAfterSeconds: number) =>
	data(body, { status: 503, headers: { ...PRIVATE, "Retry-After": String(retryAfterSeconds) } });

type Answered = { loaderHeaders: Headers; actionHeaders: Headers; parentHeaders: Headers };

/**
 * A route's `headers` for what its loader and action have set: without it the framework drops them from the
 * page, `Retry-After` among them. What the frame around has set holds too: its loader may be the only one asked.
 */
export function answerHeaders({ loaderHeaders, actionHeaders, parentHeaders }: Answered): Headers {
	const headers = new Headers(parentHeaders);
	for (const [name, value] of [...loaderHeaders, ...actionHeaders]) {
		if (name === "set-cookie") headers.append(name, value);
		else headers.set(name, value);
	}
	return headers;
}

/**
 * The 404 of the whole site. The words are the specification's (S-2.28, S-2.32); `path` is the full
 * path with its query.
 */
export function notFound(path: string): never {
	throw data(
		{ message: `Page not found: ${path}` },
		{ status: 404, statusText: "Page Not Found", headers: PRIVATE },
	);
}

/**
 * A path of this site to go to after signing in, or `fallback`. Anything that a browser could read as
 * another host or another scheme is refused: `redirect()` itself checks nothing (security.md, check 33).
 */
export function safeReturnPath(candidate: unknown, fallback: string): string {
	if (typeof candidate !== "string" || !candidate.startsWith("/")) return fallback;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not pass
	if (/[\u0000- \u007f\\]/.test(candidate)) return fallback;
	const origin = "http://this.site.invalid";
	const url = URL.parse(candidate, origin);
	if (!url || url.origin !== origin || url.pathname.startsWith("//")) return fallback;
	return url.pathname + url.search + url.hash;
}

/**
 * Where a form that may stand on any page sends back to: the page that its `returnTo` names, or `fallback`. It names
 * the path only, since a page must not repeat what a stranger's link says; the query comes in the `Referer`.
 */
export function backToSender(form: FormData, request: Request, fallback: string): string {
	const path = form.get("returnTo");
	const page = URL.parse(request.headers.get("Referer") ?? "");
	const isThatPage = page?.origin === new URL(request.url).origin && page.pathname === path;
	return safeReturnPath(isThatPage ? page.pathname + page.search : path, fallback);
}
