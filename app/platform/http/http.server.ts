import { data } from "react-router";

/** Private pages, their data and streams: never stored. */
export const PRIVATE = { "Cache-Control": "no-store" };

/** The same for everybody, and changed only by the operator with a restart. */
export const CACHE_ONE_HOUR = { "Cache-Control": "public, max-age=3600" };

/** A form with problems that the person can fix. The typed values are returned with it. */
export const badRequest = <T>(body: T) => data(body, { status: 400, headers: PRIVATE });

/** A form that is whole and cannot be done as it is. The typed values are returned with it. */
export const unprocessable = <T>(body: T) => data(body, { status: 422, headers: PRIVATE });

/** Throttled. The page also says `retryAfterSeconds` in words. */
export const tooManyRequests = <T>(body: T, retryAfterSeconds: number) =>
	data(body, {
		status: 429,
		headers: { ...PRIVATE, "Retry-After": String(Math.ceil(retryAfterSeconds)) },
	});

/** The server is overloaded at the moment; nothing was done. The typed values are returned. */
export const unavailable = <T>(body: T, retryAfterSeconds: number) =>
	data(body, { status: 503, headers: { ...PRIVATE, "Retry-After": String(retryAfterSeconds) } });

type RouteHeaders = { loaderHeaders: Headers; actionHeaders: Headers; parentHeaders: Headers };

/**
 * A route's `headers` function that passes on the headers of its loader and action: without it the framework drops
 * them from the page, `Retry-After` among them. The parent route's headers are passed on too: its loader may be the
 * only one that runs.
 */
export function routeHeaders({ loaderHeaders, actionHeaders, parentHeaders }: RouteHeaders): Headers {
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
 * A path of this site to redirect to after signing in, or `fallback`. Anything that a browser could read as another
 * host or another scheme is refused: `redirect()` itself checks nothing (docs/security.md, check 33).
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
 * The path that a form which may stand on any page redirects back to: the page that its `returnTo` names, or
 * `fallback`. It names the path only, since a page must not repeat the query of a stranger's link; the query comes
 * from the `Referer`.
 */
export function backToSender(form: FormData, request: Request, fallback: string): string {
	const path = form.get("returnTo");
	const page = URL.parse(request.headers.get("Referer") ?? "");
	const isThatPage = page?.origin === new URL(request.url).origin && page.pathname === path;
	return safeReturnPath(isThatPage ? page.pathname + page.search : path, fallback);
}
