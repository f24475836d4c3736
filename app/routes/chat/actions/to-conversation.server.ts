import { href, redirect } from "react-router";

/**
 * Redirects to a conversation after an action. @param anchor the fragment for browsers without script; with script
 * the view is already there
 */
export const toConversation = (id: string, anchor?: string | undefined) =>
	redirect(`${href("/chat")}?c=${id}${anchor ? `#${anchor}` : ""}`, 303);
