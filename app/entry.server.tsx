import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import staticPageScriptUrl from "virtual:static-page-script";
import transcriptScripts from "virtual:transcript-scripts";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { issueOwnerLink } from "./accounts/staff/first-owner.server.ts";
import { partsOfPage } from "./connection/part.tsx";
import { light } from "./i18n/light.ts";
import { getI18n } from "./i18n/middleware.server.ts";
import { config } from "./platform/config.server.ts";
import { db } from "./platform/db/service.server.ts";
import { logUnexpected } from "./platform/errors.server.ts";
import { contentSecurityPolicy } from "./platform/http/content-security-policy.server.ts";
import { accountContext, requestIdContext } from "./platform/http/context.server.ts";
import { CachedExchange } from "./routes/chat/transcript/cached-exchange.server.tsx";
import { ExchangeRenderer } from "./routes/chat/transcript/exchange.tsx";
import { start, stop } from "./services/start.server.ts";
import { pageKind } from "./shell/page/page-handle.ts";
import staticPageCss from "./shell/static-page/static-page.css?inline";
import { StaticPageAssetsContext } from "./shell/static-page/static-page-assets.ts";

// The exports that `server/` uses of the application, in one import of the build: the framework too, which is built in,
// and which must not be in memory twice.
export { createRequestHandler, RouterContextProvider } from "react-router";
export { answersComeFrom } from "./chat/services.server.ts";
export { isLoopback } from "./platform/config.server.ts";
export { handleError, logUnexpected } from "./platform/errors.server.ts";
export { clientAddressContext, requestIdContext } from "./platform/http/context.server.ts";
export { log } from "./platform/log.server.ts";
export { recordRequest } from "./platform/metrics/request-metrics.server.ts";
export { announceStop } from "./platform/stopping.server.ts";
export { unlessDatabaseAway } from "./shell/errors/error-response.server.tsx";
export { pageVersion } from "./shell/page/page-version.server.ts";
export { config, start, stop };

/** The path of the link that makes the first owner; null: there is one. */
export const firstOwnerLink = () => issueOwnerLink(db());

// The production servers start it themselves: an import opens nothing.
if (import.meta.env.DEV) {
	// A changed source evaluates every module anew: what the previous ones have started ends first.
	await import.meta.hot?.data.stop?.();
	if (import.meta.hot) import.meta.hot.data.stop = stop;
	await start();
}

// A page is rendered in one go.
await partsOfPage();

/** In development there is no nonce, and the framework's own styles would mismatch by it at hydration. */
const NO_POLICY = import.meta.env.DEV;

/** A render that takes longer is aborted: no page defers anything that takes so long. */
export const streamTimeout = 10_000;

export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: Readonly<RouterContextProvider>,
) {
	const nonce = randomBytes(16).toString("base64");
	headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
	headers.set("Content-Type", "text/html; charset=utf-8");
	// Every page has a nonce of its own, so no cache may store it.
	headers.set("Cache-Control", "no-store");
	// The server caches such a page and removes the header (server/pages/page-cache.ts).
	const isOpen = status === 200 && isStaticPage(entryContext) && !context.get(accountContext);
	if (isOpen && new URL(request.url).pathname === addressOf(entryContext)) headers.set("X-Same-For-All", "1");
	if (request.method === "HEAD") return new Response(null, { status, headers });

	return new Promise<Response>((resolve, reject) => {
		const answer = (body: BodyInit) => resolve(new Response(body, { status, headers }));
		const { pipe, abort } = renderToPipeableStream(
			<StaticPageAssetsContext
				value={{ css: staticPageCss, scriptUrl: staticPageScriptUrl, transcriptScripts, nonce }}
			>
				<I18nextProvider i18n={light(getI18n(context))}>
					<ExchangeRenderer value={CachedExchange}>
						<ServerRouter context={entryContext} url={request.url} nonce={NO_POLICY ? undefined : nonce} />
					</ExchangeRenderer>
				</I18nextProvider>
			</StaticPageAssetsContext>,
			{
				nonce,
				onShellReady() {
					if (isStaticPage(entryContext)) return;
					const body = new PassThrough();
					body.once("close", () => clearTimeout(tooLong));
					answer(createReadableStreamFromReadable(body));
					pipe(body);
				},
				// A static page defers nothing. A page in one piece has a length and costs half as much to send.
				onAllReady() {
					if (!isStaticPage(entryContext)) return;
					clearTimeout(tooLong);
					const chunks: Buffer[] = [];
					const body = new PassThrough();
					body.on("data", (chunk) => chunks.push(chunk));
					body.once("end", () => answer(Buffer.concat(chunks)));
					pipe(body);
				},
				onShellError(error) {
					clearTimeout(tooLong);
					reject(error);
				},
				// After the shell the status is sent already; only the log is left.
				onError: (error) => logUnexpected(error, { requestId: context.get(requestIdContext) }),
			},
		);
		const tooLong = setTimeout(abort, streamTimeout + 1000).unref();
	});
}

/** The address as `routes.ts` writes it; a visitor may use another case. */
function addressOf({ staticHandlerContext }: EntryContext): string {
	return `/${staticHandlerContext.matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

/** Whether the page is static: by its screen's handle, and always after an error. */
function isStaticPage({ staticHandlerContext, routeModules }: EntryContext): boolean {
	if (staticHandlerContext.errors) return true;
	const matches = staticHandlerContext.matches.map(({ route }) => ({
		handle: routeModules[route.id]?.handle,
	}));
	return pageKind(matches) === "static";
}
