import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/** The address of a route as `routes.ts` writes it, with the paths of the layouts around it. */
export function routePath(routes: Routes, route: NonNullable<Routes[string]>): string {
	const parts: string[] = [];
	for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? ""]) {
		if (at.path) parts.unshift(at.path);
	}
	return `/${parts.join("/")}`;
}

/** Whether every request to the route has the same path: it has no parameters and is no splat. */
export const isFixed = (path: string): boolean => !/[*:]/.test(path);
