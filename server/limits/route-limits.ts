import type { ServerBuild } from "react-router";
import type { PageHandle, RequestLimits } from "../../app/shell/page/page-handle.ts";
import { screenOf } from "../http/target.ts";
import { isFixed, routePath } from "../pages/route-path.ts";

/** The limits of requests by the address of their screen (see `screenOf`). */
export type RouteLimits = ReadonlyMap<string, RequestLimits>;

/**
 * The limits that a build's routes set by `limits` in their `handle`. A request to any other address has the default.
 * @throws where a route with limits has no address of its own, or one with parameters: its requests could not be told
 */
export function routeLimits({ routes }: Pick<ServerBuild, "routes">): RouteLimits {
	const limits = new Map<string, RequestLimits>();
	for (const route of Object.values(routes)) {
		const own = (route?.module.handle as Partial<PageHandle> | undefined)?.limits;
		if (!route || !own) continue;
		const path = routePath(routes, route);
		if (!(route.index || route.path) || !isFixed(path)) {
			throw new Error(`The route ${route.id} has limits and no fixed address.`);
		}
		limits.set(screenOf(path), own);
	}
	return limits;
}
