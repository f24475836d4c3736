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
	if (!response.ok) throw new Error(`The message could not be read: ${response.status}.`);
	return response.text();
}
