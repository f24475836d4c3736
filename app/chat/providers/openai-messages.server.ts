import { textOf } from "./message-parts.server.ts";
import type { ChatMessage, MessagePart } from "./provider.server.ts";

type WirePart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };
type WireMessage = { role: ChatMessage["role"]; content: string | WirePart[] };

/**
 * A message as OpenAI's `POST /chat/completions` takes it. Text alone is sent as a string: many servers take nothing
 * else.
 */
export function toWireMessage(message: ChatMessage): WireMessage {
	const { role, content } = message;
	if (typeof content === "string") return { role, content };
	if (content.every(({ type }) => type === "text")) return { role, content: textOf(message) };
	return { role, content: content.map(toWirePart) };
}

const toWirePart = (part: MessagePart): WirePart =>
	part.type === "text" ? part : { type: "image_url", image_url: { url: part.url } };
