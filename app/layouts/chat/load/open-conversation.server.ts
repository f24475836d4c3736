import { createContext, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { type ConversationHead, findConversation } from "../../../chat/conversations/conversations.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";

/** The conversation of this request, cached. */
const conversationContext = createContext<Promise<ConversationHead | undefined> | null>(null);

/**
 * The head of the conversation in `?c=`, or null without one. The frame and the screen load in parallel and both need
 * it: it is read once per request.
 * @throws 404 when the account has no such conversation
 */
export async function openConversation(
	context: Readonly<RouterContextProvider>,
	url: URL,
): Promise<ConversationHead | null> {
	const id = url.searchParams.get("c");
	if (!id) return null;
	const reading = context.get(conversationContext) ?? findConversation(db(), signedIn(context).id, id);
	context.set(conversationContext, reading);
	return (await reading) ?? notFound(url.pathname + url.search);
}
