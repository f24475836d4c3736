import { data, href, redirect } from "react-router";
import { requireAccount } from "../../../accounts/http/guards.server.ts";
import { openConversation } from "../../../layouts/chat/load/open-conversation.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/instruction";

export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** The user's instruction for the conversation `?c=`, for the dialog that changes it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const conversation = (await openConversation(context, url)) ?? notFound(url.pathname);
	// A document request, also after signing in, is redirected to the page with the same form.
	if (!new URL(request.url).pathname.endsWith(".data"))
		throw redirect(`${href("/chat")}?c=${conversation.id}&do=instruct`);
	return data({ instruction: conversation.instruction }, { headers: PRIVATE });
}
