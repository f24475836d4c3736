import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Semaphore } from "../../app/platform/concurrency/semaphore.server.ts";
import { isMultipartType } from "../../app/platform/http/multipart.server.ts";
import type { RequestRecord } from "../../app/platform/metrics/request-metrics.server.ts";
import type { RequestLimits } from "../../app/shell/page/page-handle.ts";
import type { ConnectionLimit } from "../limits/connection-limit.ts";
import { type ConnectionTimes, DEFAULT_BODY_BYTES } from "../limits/http-limits.ts";
import { RequestsAtOnce } from "../limits/requests-at-once.ts";
import type { RouteLimits } from "../limits/route-limits.ts";
import { queueSignIns, SIGN_IN_QUEUE } from "../limits/sign-in-queue.ts";
import { TurnQueue } from "../limits/turn-queue.ts";
import { PageCache, type PageCacheOptions } from "../pages/page-cache.ts";
import { type StaticFiles, sendStaticFile } from "../pages/static-files.ts";
import { askApplication } from "./ask-application.ts";
import { announcesTooMuch, limitBodyTime } from "./body-limit.ts";
import { clientAddress } from "./client-address.ts";
import { commonHeaders } from "./common-headers.ts";
import type { Handler } from "./handler.ts";
import { checkHost, type HostPolicy, isHostUnclear } from "./host.ts";
import { refuse, sendText } from "./refuse.ts";
import { readTarget, screenOf, type Target } from "./target.ts";
import { UnreadResponses } from "./unread-responses.ts";

export type Site = HostPolicy & {
	handler: Handler;
	files: StaticFiles;
	/** The paths of static pages; those that are the same for everybody are cached in memory. */
	staticPaths: ReadonlySet<string>;
	/** The limits of requests to single routes. */
	routeLimits: RouteLimits;
	/** The value of Strict-Transport-Security; sent only when `appUrl` is https. */
	hsts: string;
	/** How many proxies in front set X-Forwarded-For. */
	trustProxy: number;
	/** A mark of all that cached pages depend on beside their address and theme. */
	pageVersion?: () => string;
	/** Whether the server is about to end: a proxy shall not send another request into the same connection. */
	isStopping?: () => boolean;
	/** Called once for every finished request. */
	record: (record: RequestRecord) => void;
	/** Called for errors that the application did not catch. */
	onError: (error: unknown, requestId: string) => void;
};

// Without OPTIONS: no other site may send requests, and the framework fails rendering a page for it.
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const SIGN_IN = "/login";
/** The probes of a proxy or an orchestrator know the machine, not the site's name. */
const PROBES = new Set(["/health", "/metrics"]);
/**
 * The number of probes at once that wait for no page: each reads one row, and its sender gives up after a second or
 * two.
 */
const PROBES_AT_ONCE = 4;

/**
 * The steps for each request before and after the application, in this order.
 * @param times the whole request, with its body, must arrive within these
 * @param cacheOptions for tests: clock and compression of the page cache
 * @param connections how many there may be
 * @param mostUnreadBytes for tests: of responses that wait for their readers
 */
export function createListener(
	site: Site,
	times: Pick<ConnectionTimes, "requestMs" | "uploadMs">,
	cacheOptions: Partial<PageCacheOptions> = {},
	connections?: ConnectionLimit,
	mostUnreadBytes?: number,
): RequestListener {
	const { protocol, host } = new URL(site.appUrl);
	const asked = { protocol, host, unread: new UnreadResponses(mostUnreadBytes), onError: site.onError };
	const hsts = protocol === "https:" ? site.hsts : undefined;
	const signingIn = new Semaphore(SIGN_IN_QUEUE);
	const signIn = queueSignIns(site.handler, signingIn);
	const turns = new TurnQueue();
	const atOnce = new RequestsAtOnce();
	let probing = 0;
	const pageCache = new PageCache({
		paths: site.staticPaths,
		render: renderForAll,
		...(site.pageVersion && { version: site.pageVersion }),
		idle: () => signingIn.idle(),
		onError: (error) => site.onError(error, "a page for all"),
		...cacheOptions,
	});

	return (req, res) => {
		const requestId = randomUUID();
		const target = readTarget(req.url ?? "");
		recordWhenClosed(req, res, requestId, site.record);
		if (site.isStopping?.()) res.setHeader("Connection", "close");

		const screen = typeof target === "number" ? "" : screenOf(target.path);
		const limits = limitsOf(req, site.routeLimits.get(screen));
		limitBodyTime(req, res, limits?.slow ? times.uploadMs : times.requestMs);
		for (const [name, value] of commonHeaders(screen, hsts)) res.setHeader(name, value);

		if (isHostUnclear(req.rawHeaders, req.httpVersion)) return refuse(res, 400, { Connection: "close" });
		if (typeof target === "number") return refuse(res, target);
		const isOwnHost = (target.host ?? req.headers.host) === host;
		if (!isOwnHost && !PROBES.has(screen) && !isForUs(req, res, target, site)) return;
		if (!METHODS.has(req.method ?? "")) return refuse(res, 405, { Allow: [...METHODS].join(", ") });

		const isSurplus = connections?.isSurplus(req.socket) === true && !PROBES.has(screen);
		// Of probes too: whoever sends one waits for its response, and all but a few at once stand among the pages.
		if (!atOnce.begin(req, res) || isSurplus)
			return refuse(res, 503, { "Retry-After": "5", Connection: "close" });

		const file = site.files.get(target.path);
		const reading = req.method === "GET" || req.method === "HEAD";
		if (file && reading) return sendStaticFile(req, res, file);
		if (file) return refuse(res, 405, { Allow: "GET, HEAD" });
		// A missing asset needs no rendered page.
		if (/^\/(assets|builds)\//.test(target.path)) return refuse(res, 404);

		const limit = limits?.bodyBytes ?? DEFAULT_BODY_BYTES;
		if (announcesTooMuch(req, limit)) return refuse(res, 413);
		if (!reading && (req.headers["content-encoding"] ?? "identity") !== "identity") return refuse(res, 415);

		req.url = target.pathAndQuery;
		const key = pageCache.keyOf(req);
		if (key !== null && pageCache.respond(key, req, res)) return;
		const context = { clientAddress: clientAddress(req, site.trustProxy), requestId };
		const handler = screen === SIGN_IN && req.method === "POST" ? signIn : site.handler;
		if (PROBES.has(screen) && probing < PROBES_AT_ONCE) {
			probing++;
			return void askApplication(asked, req, res, context, { handler, limit }).finally(() => probing--);
		}
		const renderForVisitor = () => {
			// A probe has to learn that the server lives.
			if (turns.isFull && !PROBES.has(screen)) return refuse(res, 503, { "Retry-After": "5" });
			turns.run(
				() => void askApplication(asked, req, res, context, { handler, limit }),
				// A form is handled also when its sender has gone.
				() => !(reading && res.destroyed),
			);
		};
		if (key === null) return renderForVisitor();
		pageCache
			.renderAndRespond(key, req, res)
			.then((answered) => (answered ? undefined : renderForVisitor()))
			.catch((error: unknown) => {
				site.onError(error, requestId);
				res.destroy();
			});
	};

	/** Requests a page as an anonymous visitor. */
	function renderForAll(path: string, cookie: string): Promise<Response> {
		const request = new Request(new URL(path, `${protocol}//${host}`), { headers: cookie ? { cookie } : {} });
		return site.handler(request, { clientAddress: "127.0.0.1", requestId: randomUUID() });
	}
}

/** A form with files has limits of its own where the route reads it as a stream. */
function limitsOf(req: IncomingMessage, limits: RequestLimits | undefined): RequestLimits | undefined {
	if (limits?.uploadBytes === undefined || !isMultipartType(req.headers["content-type"])) return limits;
	return { bodyBytes: limits.uploadBytes, slow: true };
}

/** Responds itself when the request is not for this site. */
function isForUs(req: IncomingMessage, res: ServerResponse, target: Target, site: Site): boolean {
	const verdict = checkHost(target.host ?? req.headers.host, site);
	if (verdict === "ours") return true;
	if (verdict === "another-name-of-this-machine" && (req.method === "GET" || req.method === "HEAD")) {
		sendText(res, 307, `Сайт открыт по адресу ${site.appUrl}`, {
			Location: site.appUrl + target.pathAndQuery,
		});
		return false;
	}
	sendText(
		res,
		421,
		`Этот сайт открыт по адресу ${site.appUrl}, а запрос пришёл на другой. Адрес задаёт настройка APP_URL; прокси перед сайтом должен передавать заголовок Host без изменений.`,
	);
	return false;
}

function recordWhenClosed(
	req: IncomingMessage,
	res: ServerResponse,
	requestId: string,
	record: Site["record"],
): void {
	const began = performance.now();
	// Read now: the framework must not be able to change what is logged.
	const path = (req.url ?? "").split("?", 1)[0] ?? "";
	res.once("close", () => {
		record({
			method: req.method ?? "",
			path: path.length > 500 ? `${path.slice(0, 500)}…` : path,
			status: res.headersSent ? res.statusCode : 499,
			ms: Math.round(performance.now() - began),
			requestId,
		});
	});
}
