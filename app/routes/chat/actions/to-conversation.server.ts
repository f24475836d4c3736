import { href, redirect } from "react-router";
import { safeReturnPath } from "../../../platform/http/http.server.ts";
import { BEGUN_ANSWER, BEGUN_IN } from "../live/begun-answer-header.ts";

/**
 * Redirects to a conversation after an action. @param anchor the fragment for browsers without script; with script
 * the view is already there
 */
export const toConversation = (id: string, anchor?: string | undefined) =>
	redirect(`${href("/chat")}?c=${id}${anchor ? `#${anchor}` : ""}`, 303);

/** Redirects to the conversation of an answer that has begun, and names the answer: its stream can be opened at once. */
export function toBegunAnswer(
	begun: { conversationId: string; answerId: string },
	anchor?: string | undefined,
) {
	const response = toConversation(begun.conversationId, anchor);
	response.headers.set(BEGUN_ANSWER, begun.answerId);
	response.headers.set(BEGUN_IN, begun.conversationId);
	return response;
}

/** Redirects to the page that says which conversations are deleted, and offers to restore them. */
export function toDeleted(ids: readonly string[], returnTo?: string) {
	const page = new URL(safeReturnPath(returnTo, href("/chat")), "http://this.site.invalid");
	for (const id of ids) page.searchParams.append("deleted", id);
	return redirect(page.pathname + page.search, 303);
}
