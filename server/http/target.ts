import { MAX_URL_LENGTH } from "../limits/http-limits.ts";

/** The target of a request; `readTarget` returns a status instead when it is to be refused. */
export type Target = {
	/** Decoded, without the query. */
	path: string;
	/** The target as received, with the query: the request's URL after the origin. */
	pathAndQuery: string;
	/**
	 * Set by an absolute-form target (`GET http://host/path`), which takes precedence over the Host header (RFC 9112,
	 * 3.2.2).
	 */
	host?: string;
};

/**
 * Parses the target of the request line. A target that two parsers could read differently is refused (docs/security.md,
 * check 54).
 */
export function readTarget(raw: string): Target | 400 | 414 {
	if (raw.length > MAX_URL_LENGTH) return 414;
	if (!raw.startsWith("/")) return readAbsolute(raw);
	// PostgreSQL cannot store NUL, so a query that holds it would make a statement fail.
	if (raw.includes("#") || raw.includes("%00")) return 400;
	const rawPath = raw.split("?", 1)[0] ?? raw;
	const path = decode(rawPath);
	if (path === undefined) return 400;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not pass
	if (/[\u0000-\u001f\u007f\\]|\/\//.test(path) || /%2f/i.test(rawPath)) return 400;
	if (path.split("/").some((segment) => segment === "." || segment === "..")) return 400;
	return { path, pathAndQuery: raw };
}

function readAbsolute(raw: string): Target | 400 | 414 {
	const url = /^https?:\/\//i.test(raw) ? URL.parse(raw) : null;
	if (!url) return 400;
	const target = readTarget(url.pathname + url.search);
	return typeof target === "number" ? target : { ...target, host: url.host };
}

function decode(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}

/**
 * The address of the screen for a path: the framework requests a screen's data under `/chat.data` or `/chat/_.data`,
 * and matches ignoring case and a trailing slash.
 */
export function screenOf(path: string): string {
	const screen = path
		.toLowerCase()
		.replace(/(\/_)?\.data$/, "")
		.replace(/\/+$/, "");
	return screen || "/";
}
