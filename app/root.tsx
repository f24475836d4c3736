import type { ReactNode } from "react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
	href,
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { sessionMiddleware } from "./accounts/http/guards.server.ts";
import hydratedPageCss from "./app.css?url";
import { keepLostSubmissions } from "./connection/lost-submissions.ts";
import { i18nMiddleware } from "./i18n/middleware.server.ts";
import { cancelBodyOfHead } from "./platform/http/response-body.server.ts";
import { sameOrigin } from "./platform/http/same-origin.server.ts";
import { ConnectionLine } from "./shell/connection-line.tsx";
import { ErrorPage } from "./shell/errors/error-page.tsx";
import { refusedForm } from "./shell/errors/error-response.server.tsx";
import { isListed, pageKind } from "./shell/page/page-handle.ts";
import { aboutSite } from "./shell/page/root-data.server.ts";
import { loadModule, StaticPageAssetsContext } from "./shell/static-page/static-page-assets.ts";
import { THEME_COLORS } from "./shell/theme-preference.ts";
import golosRussian from "./ui/fonts/golos-text-russian.woff2?url";
import golosSigns from "./ui/fonts/golos-text-signs.woff2?url";
import { LogoAddress } from "./ui/logo-address.ts";

// In this order: what looks at every response, the translations, which a refusal needs too, then the origin check, then
// the session.
export const middleware: Route.MiddlewareFunction[] = [
	cancelBodyOfHead,
	i18nMiddleware,
	sameOrigin(refusedForm),
	sessionMiddleware,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepLostSubmissions];

export function loader({ request, context }: Route.LoaderArgs) {
	return aboutSite(request, context);
}

// Only fonts of the first view: Russian and basic Latin are on every screen, the monospaced ones are not.
const FONTS = [golosRussian, golosSigns];

// The browser decides about the view transition before it has the stylesheet: for a hydrated page that opts in only
// there the transition is aborted, with an error on the console.
const OPT_INTO_TRANSITION =
	"@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/** Whether this page is hydrated. Never on the server. */
let hydrated = false;

export function Layout({ children }: { children: ReactNode }) {
	const root = useRouteLoaderData<typeof loader>("root");
	const { i18n } = useTranslation();
	const assets = useContext(StaticPageAssetsContext);
	const failed = useRouteError() != null;
	const matches = useMatches();
	const kind = pageKind(matches);
	// In the browser only hydrated pages run, and an error there must not change the kind of the page.
	const isStaticPage = assets !== null && (failed || kind === "static");
	// False where a hydrated page is rebuilt after an error of the root: the content policy does not let React create
	// scripts or styles.
	const [withScripts] = useState(!hydrated);
	useEffect(() => {
		hydrated = true;
	}, []);
	const theme = root?.theme ?? "light";
	return (
		<html lang={i18n.language} data-theme={theme} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta
					name="viewport"
					content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
				/>
				{theme === "system" ? (
					<>
						<meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
						<meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
					</>
				) : (
					<meta name="theme-color" content={THEME_COLORS[theme]} />
				)}
				{/* The error page says so itself. */}
				{!failed && !isListed(matches) && <meta name="robots" content="noindex" />}
				{root?.logo ? (
					<link rel="icon" href={root.logo} sizes="any" />
				) : (
					<>
						<link rel="icon" href="/favicon.ico" sizes="48x48" />
						<link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
						<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
					</>
				)}
				<link rel="manifest" href={href("/manifest.webmanifest")} />
				{FONTS.map((href) => (
					<link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
				))}
				{isStaticPage ? (
					<style nonce={assets.nonce}>{assets.css}</style>
				) : (
					<>
						{withScripts && (
							<style nonce={assets?.nonce} suppressHydrationWarning>
								{OPT_INTO_TRANSITION}
							</style>
						)}
						{/* With a precedence React places it before the scripts' preloads, which would delay it otherwise. */}
						<link rel="stylesheet" href={hydratedPageCss} precedence="app" />
					</>
				)}
				{root?.accent && (isStaticPage || withScripts) && (
					<style nonce={assets?.nonce} suppressHydrationWarning>
						{root.accent}
					</style>
				)}
				<noscript>
					<style nonce={assets?.nonce}>{".script-only{display:none!important}"}</style>
				</noscript>
				<Meta />
				<Links />
			</head>
			<body>
				<LogoAddress value={root?.logo ?? null}>{children}</LogoAddress>
				{isStaticPage ? (
					<script nonce={assets.nonce}>{loadModule(assets.scriptUrl)}</script>
				) : withScripts ? (
					<>
						<ScrollRestoration />
						<Scripts />
					</>
				) : null}
			</body>
		</html>
	);
}

export default function Root() {
	const hydrated = pageKind(useMatches()) === "hydrated";
	return (
		<>
			<Outlet />
			{hydrated && <ConnectionLine />}
		</>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <ErrorPage error={error} />;
}
