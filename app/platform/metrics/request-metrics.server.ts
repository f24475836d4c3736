import { createHash, timingSafeEqual } from "node:crypto";
import { log } from "../log.server.ts";
import { isTracing, recordSpan } from "../tracing/tracing.server.ts";
import { Counter, Histogram } from "./metric.server.ts";

/** The server's record of a finished request. */
export type RequestRecord = {
	method: string;
	/** Without the query: links in e-mails carry tokens there. */
	path: string;
	/** 499: the client disconnected before the response. */
	status: number;
	ms: number;
	requestId: string;
};

const requests = new Counter("http_requests_total", "Finished requests by class of status.");
const durations = new Histogram(
	"http_request_duration_seconds",
	"Duration of requests, without live answers.",
	[0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
);

/** Live answers last as long as their answers. */
const LIVE = "/chat/events";

export const requestMetrics = [requests, durations];

/** Writes the access log and the counters of `/metrics`. */
export function recordRequest(record: RequestRecord): void {
	const kind = `${Math.floor(record.status / 100)}xx`;
	requests.add({ class: kind });
	if (record.path !== LIVE) durations.observe(record.ms / 1_000);
	log.info("Запрос", record);
	if (isTracing()) recordRequestSpan(record);
}

/** The trace has the digits of the request's id, which the log and the page of an error bear. */
function recordRequestSpan({ method, path, status, ms, requestId }: RequestRecord): void {
	const endedAt = Date.now();
	recordSpan({
		// Unknown addresses are anybody's words.
		name: status === 404 ? method : `${method} ${path}`,
		kind: "server",
		traceUuid: requestId,
		startedAt: endedAt - ms,
		endedAt,
		attributes: { "http.request.method": method, "http.response.status_code": status },
		failed: status >= 500,
	});
}

/** Whether an Authorization header carries the token. Compares in constant time, whatever the lengths. */
export function isMetricsToken(authorization: string | null, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}
