import type { RequestHandler, ServerBuild } from "react-router";
import { isFixed, routePath } from "../pages/route-path.ts";
import { screenOf } from "./target.ts";

type Build = Pick<ServerBuild, "routes" | "assets">;

/**
 * The framework compares a request with each route, and makes all routes anew for each page: of ninety that is a fifth of
 * the cost of `/login`, and more than half of that of `/health`. So a request to the address of a route is handled with
 * that route and those around it alone, and any other request with all of them.
 * @param create makes the framework's handler of a build
 */
export function handlerOfRoutes<B extends Build>(
	build: B,
	create: (build: B) => RequestHandler,
): RequestHandler {
	const ofAll = create(build);
	const ids = routesByScreen(build);
	const handlers = new Map<string, RequestHandler>();
	return (request, context) => {
		const screen = screenOf(new URL(request.url).pathname);
		const id = ids.get(screen);
		if (id === undefined) return ofAll(request, context);
		const handler = handlers.get(screen) ?? create(withRoutesAround(build, id));
		handlers.set(screen, handler);
		return handler(request, context);
	};
}

/** The routes that others are not within, by the address of each. */
function routesByScreen({ routes }: Build): Map<string, string> {
	const all = Object.values(routes).filter((route) => route !== undefined);
	const parents = new Set(all.map(({ parentId }) => parentId));
	const ids = new Map<string, string>();
	for (const route of all) {
		const path = routePath(routes, route);
		if (!parents.has(route.id) && isFixed(path)) ids.set(screenOf(path), route.id);
	}
	return ids;
}

function withRoutesAround<B extends Build>(build: B, id: string): B {
	const kept = new Set<string>();
	for (let at = build.routes[id]; at; at = build.routes[at.parentId ?? ""]) kept.add(at.id);
	const only = <R>(routes: Record<string, R>) =>
		Object.fromEntries(Object.entries(routes).filter(([route]) => kept.has(route)));
	return {
		...build,
		routes: only(build.routes),
		assets: { ...build.assets, routes: only(build.assets.routes) },
	};
}
