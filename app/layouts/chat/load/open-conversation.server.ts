import { createContext, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { type ConversationHead, findConversation } from "../../../chat/conversations/conversations.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";

/** The conversation of this request, cached. */
const conversationContext = createContext<Promise<ConversationHead | undefined> | null>(null);

/**
 * The conversation of a form without script that comes back with its page, which has no address of its own. Null: it
 * comes back in a new one, whatever the address.
 */
const formContext = createContext<string | null>("");

/** Has the page that a form brings back show the form's conversation. @param id "" for none */
export function showConversationOf(context: Readonly<RouterContextProvider>, id: string): void {
	context.set(formContext, id);
}

/** Has the page that a form brings back show a new conversation: that of the form is gone. */
export function showNewConversation(context: Readonly<RouterContextProvider>): void {
	context.set(formContext, null);
}

/**
 * The head of the conversation in `?c=`, or of the form that is being answered; null without one. The frame and the
 * screen load in parallel and both need it: it is read once per request.
 * @throws 404 when the account has no conversation that the address names
 */
export async function openConversation(
	context: Readonly<RouterContextProvider>,
	url: URL,
): Promise<ConversationHead | null> {
	const named = url.searchParams.get("c");
	const ofForm = context.get(formContext);
	const id = named || ofForm;
	if (!id || ofForm === null) return null;
	const reading = context.get(conversationContext) ?? findConversation(db(), signedIn(context).id, id);
	context.set(conversationContext, reading);
	const head = await reading;
	if (head) return head;
	return named ? notFound(url.pathname + url.search) : null;
}
