import { fileOf } from "../message/long-note.tsx";

/** All that a message says, as it was written: the page holds trees of it, or only its beginning. */
export async function readMessage(conversationId: string, messageId: string): Promise<string> {
	const response = await fetch(fileOf(conversationId, messageId));
	if (!response.ok) throw new Error(`The message could not be read: ${response.status}.`);
	return response.text();
}
