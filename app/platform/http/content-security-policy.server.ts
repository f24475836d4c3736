import { config } from "../config.server.ts";

// A form may end in a redirect to the gateway or to Yandex, and `form-action` governs redirects too.
const formTargets = [
	...(config.payments === "yookassa" ? config.paymentRedirectOrigins : []),
	...(config.yandex?.oauthUrl ? [new URL(config.yandex.oauthUrl).origin] : []),
];

/** The policy of an HTML page (docs/security.md). In development Vite's own scripts have to run. */
export function contentSecurityPolicy(nonce: string): string {
	if (import.meta.env.DEV) return "frame-ancestors 'none'";
	return [
		"default-src 'none'",
		`script-src 'nonce-${nonce}' 'strict-dynamic'`,
		`style-src 'self' 'nonce-${nonce}'`,
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		["form-action 'self'", ...formTargets].join(" "),
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
		"require-trusted-types-for 'script'",
	].join("; ");
}
