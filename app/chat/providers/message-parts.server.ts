import type { ChatMessage, MessagePart } from "./provider.server.ts";

/** The parts of a message; a plain text is one part. */
export const partsOf = ({ content }: Pick<ChatMessage, "content">): readonly MessagePart[] =>
	typeof content === "string" ? [{ type: "text", text: content }] : content;

/** The text of a message, without its other parts. */
export const textOf = (message: Pick<ChatMessage, "content">): string =>
	partsOf(message)
		.flatMap((part) => (part.type === "text" ? part.text : []))
		.join("\n");
