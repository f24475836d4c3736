import { fileOf } from "../message/long-note.tsx";

/**
 * The full source of a message: the page has trees of it, or only its beginning.
 * @param alone without the sources below an answer that cites documents
 */
export async function readMessage(
	conversationId: string,
	messageId: string,
	{ alone = false } = {},
): Promise<string> {
	const response = await fetch(fileOf(conversationId, messageId) + (alone ? "&alone=1" : ""));
	// A session that has ended redirects to a page.
	if (!response.ok || response.redirected)
		throw new Error(`The message could not be read: ${response.status}.`);
	return response.text();
}
