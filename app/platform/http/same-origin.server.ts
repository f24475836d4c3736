import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { config } from "../config.server.ts";
import { PRIVATE } from "./http.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** The payment gateway calls from elsewhere and proves nothing by its origin: what it says is asked of it again. */
const OPEN_TO_OTHERS = new Set(["/payment/notification"]);

/** Where a form comes from: a page of ours, somewhere else, or nobody says. */
export type Sender = "own" | "foreign" | "untold";

/** The answer to a person whose form is not accepted. */
type RefuseForm = (
	request: Request,
	context: Readonly<RouterContextProvider>,
	sender: Exclude<Sender, "own">,
) => Promise<Response>;

/**
 * Refuses writes that another site started. The framework's own check lets a missing `Origin` pass
 * and skips resource routes, so this one stands in front of every action, and is the only one (react-router.config.ts).
 * @param refuseForm makes the page with which a form is refused
 */
export function sameOrigin(refuseForm: RefuseForm): MiddlewareFunction<Response> {
	return ({ request, context }, next) => {
		if (SAFE_METHODS.has(request.method) || OPEN_TO_OTHERS.has(new URL(request.url).pathname)) return next();
		const sender = senderOf(request.headers, config.appUrl);
		if (sender === "own") return next();
		// Pages send their forms by POST, to what is shown; the rest is for programs.
		const isPage = request.method === "POST" && !new URL(request.url).pathname.endsWith(".data");
		return isPage
			? refuseForm(request, context, sender)
			: new Response(null, { status: 403, headers: PRIVATE });
	};
}

/**
 * Browsers of these days say it by `Sec-Fetch-Site` or `Origin`. Text browsers send neither, and then the page's own
 * address stands for them: no page of another site can make a browser send ours as its `Referer`.
 * @param appUrl the site's origin
 */
export function senderOf(headers: Headers, appUrl: string): Sender {
	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin");
	if (site !== null && site !== "same-origin") return "foreign";
	if (origin !== null && origin !== appUrl) return "foreign";
	if (site || origin !== null) return "own";
	const referer = headers.get("Referer");
	if (!referer) return "untold";
	return originOf(referer) === appUrl ? "own" : "foreign";
}

/** Not `URL.origin` alone: of `blob:https://…` that is the origin inside, and blanks tell of two headers in one. */
function originOf(address: string): string | undefined {
	const url = /\s/.test(address) ? null : URL.parse(address);
	return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : undefined;
}
