import type { ServerBuild } from "react-router";
import { pageKind } from "../../app/shell/page/page-handle.ts";

/**
 * The addresses of a build's static pages, as `routes.ts` writes them. Of these only those that the application marks
 * are the same for everybody.
 */
export function staticPaths({ routes }: Pick<ServerBuild, "routes">): Set<string> {
	const paths = new Set<string>();
	for (const route of Object.values(routes)) {
		if (!route?.module.default || !(route.index || route.path)) continue;
		const parts: string[] = [];
		for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? ""]) {
			if (at.path) parts.unshift(at.path);
		}
		const path = `/${parts.join("/")}`;
		const isOne = pageKind([{ handle: route.module.handle }]) === "static" && !/[*:]/.test(path);
		if (isOne) paths.add(path);
	}
	return paths;
}
