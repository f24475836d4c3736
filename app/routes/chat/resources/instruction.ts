import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { findConversation } from "../../../chat/conversations/conversations.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound, PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/instruction";

export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/**
 * The user's instruction for the conversation `?c=`, for the dialog that changes it; null where there is none, deleted in
 * another tab for instance: the dialog says so, and the screen stays.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const id = url.searchParams.get("c") ?? "";
	const conversation = await findConversation(db(), signedIn(context).id, id);
	if (new URL(request.url).pathname.endsWith(".data")) {
		const status = conversation ? 200 : 404;
		return data({ instruction: conversation?.instruction ?? null }, { status, headers: PRIVATE });
	}
	if (!conversation) return notFound(url.pathname + url.search);
	// A document request, also after signing in, is redirected to the page with the same form.
	throw redirect(`${href("/chat")}?c=${conversation.id}&do=instruct`);
}
