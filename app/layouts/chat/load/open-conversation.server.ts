import { createContext, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { type ConversationHead, findConversation } from "../../../chat/conversations/conversations.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.ts";

/** What this request has found, or is about to. */
const found = createContext<Promise<ConversationHead | undefined> | null>(null);

/**
 * The head of the conversation that the address names by `?c=`, or null where it names none. The frame and the screen
 * load side by side and both need it: it is read once for a request.
 * @throws 404 when the account has no such conversation
 */
export async function openConversation(
	context: Readonly<RouterContextProvider>,
	url: URL,
): Promise<ConversationHead | null> {
	const id = url.searchParams.get("c");
	if (!id) return null;
	const reading = context.get(found) ?? findConversation(db, signedIn(context).id, id);
	context.set(found, reading);
	return (await reading) ?? notFound(url.pathname + url.search);
}
