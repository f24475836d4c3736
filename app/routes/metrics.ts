import { config } from "../platform/config.server.ts";
import { PRIVATE } from "../platform/http/http.server.ts";
import { metricsText } from "../platform/metrics/metric.server.ts";
import { isMetricsToken } from "../platform/metrics/request-metrics.server.ts";
import { metricsReader } from "../platform/metrics/service.server.ts";
import type { Route } from "./+types/metrics";

/** Metrics as Prometheus text, for requests with the token; without METRICS_TOKEN a 404. */
export async function loader({ request }: Route.LoaderArgs) {
	if (!config.metricsToken) return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	if (!isMetricsToken(request.headers.get("Authorization"), config.metricsToken)) {
		return new Response("Нужен токен из METRICS_TOKEN.", {
			status: 401,
			headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" },
		});
	}
	return new Response(metricsText(await metricsReader()()), {
		headers: { ...PRIVATE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
