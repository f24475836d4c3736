import { href, redirect } from "react-router";

/** To a conversation after an act. @param anchor where a browser without script is led; ours is there already */
export const toConversation = (id: string, anchor?: string | undefined) =>
	redirect(`${href("/chat")}?c=${id}${anchor ? `#${anchor}` : ""}`, 303);
