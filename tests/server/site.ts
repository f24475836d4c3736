import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { isLoopback } from "../../app/platform/config.server.ts";
import { createHttpServer } from "../../server/http/http-server.ts";
import type { Site } from "../../server/http/listener.ts";
import { CONNECTION_TIMES, type ConnectionTimes } from "../../server/limits/http-limits.ts";
import type { PageCacheOptions } from "../../server/pages/page-cache.ts";

export type OpenSite = {
	server: Server;
	port: number;
	/** The address that the site takes for its own. */
	url: string;
	records: Parameters<Site["record"]>[0][];
	errors: unknown[];
};

/** The real server on a free port with an application made up by the test. It is closed after the test. */
export async function openSite(
	handler: Site["handler"] = async () => new Response("ok"),
	{
		times,
		keeping,
		connections,
		mostUnreadBytes,
		...rest
	}: Partial<Site> & {
		times?: Partial<ConnectionTimes>;
		keeping?: Partial<PageCacheOptions>;
		connections?: number;
		mostUnreadBytes?: number;
	} = {},
): Promise<OpenSite> {
	const records: OpenSite["records"] = [];
	const errors: unknown[] = [];
	const site: Site = {
		appUrl: "http://localhost:1",
		trial: true,
		isLoopback,
		handler,
		files: new Map(),
		staticPaths: new Set(),
		routeLimits: new Map(),
		hsts: "max-age=63072000",
		trustProxy: 0,
		record: (record) => void records.push(record),
		onError: (error) => void errors.push(error),
		...rest,
	};
	const server = createHttpServer(
		site,
		{ ...CONNECTION_TIMES, ...times },
		keeping,
		connections,
		mostUnreadBytes,
	);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	// The listener has looked at `appUrl` already; only the host is judged by it at each request.
	return { server, port, url: site.appUrl, records, errors };
}
