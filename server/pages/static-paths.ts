import type { ServerBuild } from "react-router";
import { pageKind } from "../../app/shell/page/page-handle.ts";
import { isFixed, routePath } from "./route-path.ts";

/**
 * The addresses of a build's static pages, as `routes.ts` writes them. Only those that the application marks are the
 * same for everybody.
 */
export function staticPaths({ routes }: Pick<ServerBuild, "routes">): Set<string> {
	const paths = new Set<string>();
	for (const route of Object.values(routes)) {
		if (!route?.module.default || !(route.index || route.path)) continue;
		const path = routePath(routes, route);
		if (pageKind([{ handle: route.module.handle }]) === "static" && isFixed(path)) paths.add(path);
	}
	return paths;
}
