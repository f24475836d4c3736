import { config } from "../platform/config.server.ts";
import { PRIVATE } from "../platform/http/http.server.ts";
import { isMetricsToken, metricsText } from "../platform/metrics.server.ts";
import type { Route } from "./+types/metrics";

/** Metrics as Prometheus text, for requests with the token; without METRICS_TOKEN a 404. */
export function loader({ request }: Route.LoaderArgs) {
	if (!config.metricsToken) return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	if (!isMetricsToken(request.headers.get("Authorization"), config.metricsToken)) {
		return new Response("Нужен токен из METRICS_TOKEN.", {
			status: 401,
			headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" },
		});
	}
	return new Response(metricsText(), {
		headers: { ...PRIVATE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
