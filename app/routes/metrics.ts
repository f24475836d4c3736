import { createHash, timingSafeEqual } from "node:crypto";
import { config } from "../platform/config.server.ts";
import { PRIVATE } from "../platform/http/http.ts";
import { metricsText } from "../platform/metrics.server.ts";
import type { Route } from "./+types/metrics";

/** Metrics as Prometheus text, for requests with the token; without METRICS_TOKEN a 404. */
export function loader({ request }: Route.LoaderArgs) {
	if (!config.metricsToken) return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	if (!same(request.headers.get("Authorization") ?? "", `Bearer ${config.metricsToken}`)) {
		return new Response("Нужен токен из METRICS_TOKEN.", {
			status: 401,
			headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" },
		});
	}
	return new Response(metricsText(), {
		headers: { ...PRIVATE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}

/** Compares in constant time, whatever the lengths. */
function same(given: string, expected: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}
