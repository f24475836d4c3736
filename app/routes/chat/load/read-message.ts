import { fileOf } from "../message/long-note.tsx";

/** The full source of a message: the page has trees of it, or only its beginning. */
export async function readMessage(conversationId: string, messageId: string): Promise<string> {
	const response = await fetch(fileOf(conversationId, messageId));
	if (!response.ok) throw new Error(`The message could not be read: ${response.status}.`);
	return response.text();
}
