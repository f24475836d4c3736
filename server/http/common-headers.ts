/**
 * Screens that a window of another site has opened and must still reach: instant sign-in through Yandex
 * hands its token to the opener (facts: Yandex ID, instant sign-in).
 */
const OPENED_BY_OTHERS = new Set(["/suggest/token"]);

/** The policy of whatever is not a page. A page brings its own, which replaces this one. */
const NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The headers that every answer bears, whoever makes it (security.md, «Headers and CSP»). A page or a
 * file may say otherwise about its policy and its keeping.
 * @param screen the address as `screenOf` gives it
 * @param hsts the value of Strict-Transport-Security, undefined without https
 */
export function commonHeaders(screen: string, hsts: string | undefined): [name: string, value: string][] {
	return [
		// What says nothing of its own is nobody's to keep: private data, refusals.
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
