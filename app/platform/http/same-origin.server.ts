import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { config } from "../config.server.ts";
import { PRIVATE } from "./http.server.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/**
 * The payment gateway calls from another origin, which proves nothing: whatever it says is verified by a request to
 * the gateway. A mail server unsubscribes for its reader (RFC 8058); the signed address is the proof, no cookie counts.
 */
const OPEN_TO_OTHERS = new Set(["/payment/notification", "/news/unsubscribe"]);

/** The origin of a form: this site, another site, or unknown. */
export type FormOrigin = "sameOrigin" | "crossOrigin" | "unknownOrigin";

/** The response to a person whose form is refused. */
type RefuseForm = (
	request: Request,
	context: Readonly<RouterContextProvider>,
	origin: Exclude<FormOrigin, "sameOrigin">,
) => Promise<Response>;

/**
 * Refuses writes that another site started. The framework's own check accepts a missing `Origin` and skips resource
 * routes, so this one runs before every action, and is the only one (react-router.config.ts).
 * @param refuseForm makes the page with which a form is refused
 */
export function sameOrigin(refuseForm: RefuseForm): MiddlewareFunction<Response> {
	return ({ request, context }, next) => {
		if (SAFE_METHODS.has(request.method) || OPEN_TO_OTHERS.has(new URL(request.url).pathname)) return next();
		const origin = formOriginOf(request.headers, config.appUrl);
		if (origin === "sameOrigin") return next();
		// Pages send their forms by POST to the address of a screen; other requests come from scripts.
		const isPage = request.method === "POST" && !new URL(request.url).pathname.endsWith(".data");
		return isPage
			? refuseForm(request, context, origin)
			: new Response(null, { status: 403, headers: PRIVATE });
	};
}

/**
 * Current browsers send `Sec-Fetch-Site` or `Origin`. Text browsers send neither, and then `Referer` decides: no page
 * of another site can make a browser send an address of this site as its `Referer`.
 * @param appUrl the site's origin
 */
export function formOriginOf(headers: Headers, appUrl: string): FormOrigin {
	const site = headers.get("Sec-Fetch-Site");
	const originHeader = headers.get("Origin");
	if (site !== null && site !== "same-origin") return "crossOrigin";
	if (originHeader !== null && originHeader !== appUrl) return "crossOrigin";
	if (site || originHeader !== null) return "sameOrigin";
	const referer = headers.get("Referer");
	if (!referer) return "unknownOrigin";
	return originOf(referer) === appUrl ? "sameOrigin" : "crossOrigin";
}

/**
 * Not `URL.origin` alone: for `blob:https://…` it returns the inner origin, and whitespace indicates two headers
 * joined into one.
 */
function originOf(address: string): string | undefined {
	const url = /\s/.test(address) ? null : URL.parse(address);
	return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : undefined;
}
