import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { loadSearch } from "../../../layouts/chat/search/load-search.server.ts";
import { PRIVATE, routeHeaders, tooManyRequests } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/results";

export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** The first page of search results, for the script of the search field: `?q=`. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const query = url.searchParams.get("q") ?? "";
	// A document request, also after signing in, is redirected to the page that shows the same.
	if (!new URL(request.url).pathname.endsWith(".data"))
		throw redirect(query ? `${href("/chat")}?${new URLSearchParams({ q: query })}` : href("/chat"));
	const found = await loadSearch(signedIn(context).id, new URLSearchParams({ q: query }));
	const later = found?.later ?? 0;
	return later > 0 ? tooManyRequests(found, later) : data(found, { headers: PRIVATE });
}
