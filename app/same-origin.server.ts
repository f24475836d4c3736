import type { MiddlewareFunction } from "react-router";
import { config } from "./config.server.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** The payment gateway calls from elsewhere and proves nothing by its origin (house.md rule 17). */
const OPEN_TO_OTHERS = new Set(["/payment/notification"]);

/**
 * Refuses writes that another site started. The framework's own check lets a missing `Origin` pass
 * and skips resource routes, so this one stands in front of every action (security.md, item 8).
 */
export const sameOriginMiddleware: MiddlewareFunction<Response> = ({ request }, next) => {
	if (SAFE_METHODS.has(request.method) || OPEN_TO_OTHERS.has(new URL(request.url).pathname)) return next();
	const site = request.headers.get("Sec-Fetch-Site");
	const allowed = site ? site === "same-origin" : request.headers.get("Origin") === config.appUrl;
	if (!allowed) return new Response("Запрос пришёл с другого сайта и не выполнен.", { status: 403 });
	return next();
};
