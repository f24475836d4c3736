import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { loadList } from "../../../layouts/chat/load/load-list.server.ts";
import { PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/conversation-list";

export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** A further page of the sidebar's list, for the script of «Ещё»: `?older=`, `&archive=1`. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	// A document request, also after signing in, is redirected to the page that shows the same.
	if (!new URL(request.url).pathname.endsWith(".data")) throw redirect(pageOf(url.searchParams));
	return data(await loadList(signedIn(context).id, url.searchParams), { headers: PRIVATE });
}

function pageOf(query: URLSearchParams): string {
	const params = [...query].filter(([name]) => name === "older" || name === "archive");
	return params.length > 0 ? `${href("/chat")}?${new URLSearchParams(params)}` : href("/chat");
}
