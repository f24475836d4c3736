/**
 * Screens that a window of another site has opened and must still reach: instant sign-in through Yandex passes its
 * token to the opener.
 */
const OPENED_BY_OTHERS = new Set(["/suggest/token"]);

/** The policy of every response that is not a page. A page sets its own, which replaces this one. */
const NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The headers that every response has (docs/security.md). A page or a file may replace the policy and Cache-Control.
 * @param screen the address as `screenOf` returns it
 * @param hsts the value of Strict-Transport-Security, undefined without https
 */
export function commonHeaders(screen: string, hsts: string | undefined): [name: string, value: string][] {
	return [
		// The default is not to store: private data, refusals.
		["Cache-Control", "no-store"],
		["Content-Security-Policy", NOT_A_PAGE],
		["Cross-Origin-Opener-Policy", OPENED_BY_OTHERS.has(screen) ? "unsafe-none" : "same-origin"],
		["Cross-Origin-Resource-Policy", "same-origin"],
		["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
		// Never `no-referrer`: browsers would send `Origin: null` on forms without script, and those are refused.
		["Referrer-Policy", "same-origin"],
		["X-Content-Type-Options", "nosniff"],
		["X-Frame-Options", "DENY"],
		...(hsts ? [["Strict-Transport-Security", hsts] as [string, string]] : []),
	];
}
