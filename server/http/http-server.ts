import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ConnectionLimit } from "../limits/connection-limit.ts";
import {
	CONNECTION_TIMES,
	type ConnectionTimes,
	MAX_CONNECTIONS,
	MAX_HEADER_BYTES,
} from "../limits/http-limits.ts";
import type { PageCacheOptions } from "../pages/page-cache.ts";
import { commonHeaders } from "./common-headers.ts";
import { createListener, type Site } from "./listener.ts";
import { watchConnections } from "./open-connections.ts";
import { isRefusal, refusalMessage, refuse } from "./refuse.ts";

/**
 * Creates the HTTP server of a site, not listening yet.
 * @param cacheOptions for tests: options of the page cache
 * @param maxConnections for tests
 * @param mostUnreadBytes for tests
 */
export function createHttpServer(
	site: Site,
	times: ConnectionTimes = CONNECTION_TIMES,
	cacheOptions?: Partial<PageCacheOptions>,
	maxConnections = MAX_CONNECTIONS,
	mostUnreadBytes?: number,
): Server {
	const connections = new ConnectionLimit(maxConnections);
	const server = createServer(
		{
			maxHeaderSize: MAX_HEADER_BYTES,
			headersTimeout: times.headersMs,
			// Node's timeout is the same for all requests; `createListener` sets one for each.
			requestTimeout: 0,
			keepAliveTimeout: times.keepAliveMs,
			connectionsCheckingInterval: times.checkMs,
			// Node's own refusal would lack the security headers; `createListener` refuses a request without Host.
			requireHostHeader: false,
		},
		createListener(site, times, cacheOptions, connections, mostUnreadBytes),
	);
	server.timeout = times.silenceMs;
	connections.watch(server);
	watchConnections(server);
	const hsts = site.appUrl.startsWith("https:") ? site.hsts : undefined;
	server.on("clientError", (error: Error & { code?: string }, socket) => {
		if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
		refuseRaw(socket, statusOf(error.code), hsts);
	});
	server.on("checkExpectation", (_req, res) => {
		for (const [name, value] of commonHeaders("", hsts)) res.setHeader(name, value);
		refuse(res, 417);
	});
	return server;
}

function statusOf(code: string | undefined): number {
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
	if (code === "HPE_HEADER_OVERFLOW") return 431;
	if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413;
	return 400;
}

/** A malformed request has no response object: the response is written to the socket directly. */
function refuseRaw(socket: Duplex, status: number, hsts: string | undefined): void {
	const body = `${isRefusal(status) ? refusalMessage(status) : refusalMessage(400)}\n`;
	const lines = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		...commonHeaders("", hsts).map(([name, value]) => `${name}: ${value}`),
		"Content-Type: text/plain; charset=utf-8",
		`Content-Length: ${Buffer.byteLength(body)}`,
		"Connection: close",
	];
	socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
