import { createPath, type DataRouteObject, type Location, matchRoutes } from "react-router";

/**
 * React Router's internals on `window`. They are no public API, so whatever is missing here means that there is
 * nothing to preload; the end-to-end test with a missing chunk fails when a new version has changed them.
 */
export type FrameworkPage = {
	__reactRouterManifest?: { routes: Record<string, { module?: string } | undefined> };
	__reactRouterDataRouter?: {
		routes: DataRouteObject[];
		state: {
			location: Location;
			loaderData?: Record<string, unknown>;
			errors?: Record<string, unknown> | null;
		};
	};
	__reactRouterRouteModules?: Record<string, unknown>;
};

/** The script URLs of a path's routes that this page has not loaded yet. */
export function missingChunks(path: string, page = window as FrameworkPage): string[] {
	const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = page;
	if (!manifest || !router) return [];
	const loaded = page.__reactRouterRouteModules ?? {};
	return (matchRoutes(router.routes, path) ?? []).flatMap(({ route }) =>
		route.id in loaded ? [] : (manifest.routes[route.id]?.module ?? []),
	);
}

/** Loads route modules. The framework then finds them in the module cache. */
export async function loadChunks(urls: string[]): Promise<void> {
	await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
}

/** The path that the router shows: after a history navigation not yet the one in the address bar. */
export function shownPath(page = window as FrameworkPage): string | undefined {
	const router = page.__reactRouterDataRouter;
	return router && createPath(router.state.location);
}
