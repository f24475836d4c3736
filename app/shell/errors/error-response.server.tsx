import { randomBytes } from "node:crypto";
import staticPageScriptUrl from "virtual:static-page-script";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
	createStaticHandler,
	createStaticRouter,
	type RouterContextProvider,
	StaticRouterProvider,
} from "react-router";
import { getI18n } from "../../i18n/middleware.server.ts";
import { contentSecurityPolicy } from "../../platform/http/content-security-policy.server.ts";
import { databaseAwayContext } from "../../platform/http/context.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import { aboutSite } from "../page/root-data.server.ts";
import staticPageCss from "../static-page/static-page.css?inline";
import { loadModule, StaticPageAssetsContext } from "../static-page/static-page-assets.ts";
import { ErrorPage } from "./error-page.tsx";
import { FilesUnavailable, RefusedForm, WithoutDatabase } from "./explain-error.ts";

/** The page for a refused form, with 403 and the link back to the form. */
export const refusedForm = (
	request: Request,
	context: Readonly<RouterContextProvider>,
	origin: RefusedForm["origin"],
): Promise<Response> => errorResponse(request, context, new RefusedForm(origin), { status: 403 });

/** Seconds after which a storage that did not answer may be asked again. */
export const STORAGE_RETRY_SECONDS = 30;

/** The page for a file whose storage does not answer, with 503. */
export const storageDown = (request: Request, context: Readonly<RouterContextProvider>): Promise<Response> =>
	errorResponse(request, context, new FilesUnavailable(), {
		status: 503,
		headers: { "Retry-After": String(STORAGE_RETRY_SECONDS) },
	});

const DATABASE_RETRY_SECONDS = 10;

/**
 * Replaces the response to a request that the database did not answer: 503, with a page for a person. A page that
 * runs takes an empty one for a lost connection (app/connection), so it stays and asks again.
 */
export async function unlessDatabaseAway(
	response: Response,
	request: Request,
	context: Readonly<RouterContextProvider>,
): Promise<Response> {
	if (!context.get(databaseAwayContext) || response.status < 500) return response;
	const headers = { "Retry-After": String(DATABASE_RETRY_SECONDS) };
	const isPage = request.headers.get("Accept")?.includes("text/html") === true;
	if (!isPage || new URL(request.url).pathname.endsWith(".data"))
		return new Response(null, { status: 503, headers: { ...PRIVATE, ...headers } });
	return errorResponse(request, context, new WithoutDatabase(), { status: 503, headers });
}

/**
 * The page of an error, rendered here and not thrown to the root's error boundary: a route without a page of its own
 * (`/logout`, `/theme`, `/files`) would respond with plain text.
 */
async function errorResponse(
	request: Request,
	context: Readonly<RouterContextProvider>,
	error: Error,
	{ status, headers }: { status: number; headers?: Record<string, string> },
): Promise<Response> {
	const nonce = randomBytes(16).toString("base64");
	const i18n = getI18n(context);
	const root = aboutSite(request, context);
	const { query, dataRoutes } = createStaticHandler([
		{
			id: "root",
			path: "*",
			loader: () => root,
			element: <ErrorPage error={error} />,
		},
	]);
	const known = await query(new Request(request.url));
	if (known instanceof Response) return known;
	const html = renderToString(
		<html lang={i18n.language} data-theme={root.theme}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
				<style nonce={nonce}>{staticPageCss}</style>
			</head>
			<body>
				<StaticPageAssetsContext
					value={{ css: staticPageCss, scriptUrl: staticPageScriptUrl, transcriptScripts: [], nonce }}
				>
					<I18nextProvider i18n={i18n}>
						<StaticRouterProvider
							router={createStaticRouter(dataRoutes, known)}
							context={known}
							hydrate={false}
						/>
					</I18nextProvider>
				</StaticPageAssetsContext>
				<script nonce={nonce}>{loadModule(staticPageScriptUrl)}</script>
			</body>
		</html>,
	);
	return new Response(`<!DOCTYPE html>${html}`, {
		status,
		headers: {
			...PRIVATE,
			...headers,
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": contentSecurityPolicy(nonce),
		},
	});
}
