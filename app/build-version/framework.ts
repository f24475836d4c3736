import { createPath, type DataRouteObject, type Location, matchRoutes } from "react-router";

/**
 * What the framework keeps on the page for itself. It has no public name, so whatever is missing here means that
 * there is nothing to load ahead; the journey with a missing chunk tells when a new version has changed it.
 */
export type FrameworkPage = {
	__reactRouterManifest?: { routes: Record<string, { module?: string } | undefined> };
	__reactRouterDataRouter?: { routes: DataRouteObject[]; state: { location: Location } };
	__reactRouterRouteModules?: Record<string, unknown>;
};

/** The scripts of the screens behind a path that this page has not loaded yet. */
export function missingChunks(path: string, page = window as FrameworkPage): string[] {
	const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = page;
	if (!manifest || !router) return [];
	const loaded = page.__reactRouterRouteModules ?? {};
	return (matchRoutes(router.routes, path) ?? []).flatMap(({ route }) =>
		route.id in loaded ? [] : (manifest.routes[route.id]?.module ?? []),
	);
}

/** Loads scripts of screens. The framework finds them loaded then. */
export async function loadChunks(urls: string[]): Promise<void> {
	await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
}

/** The path that the router shows: after a step in the history not yet the one in the address bar. */
export function shownPath(page = window as FrameworkPage): string | undefined {
	const router = page.__reactRouterDataRouter;
	return router && createPath(router.state.location);
}
