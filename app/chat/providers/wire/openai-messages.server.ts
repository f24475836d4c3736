import { randomUUID } from "node:crypto";
import { textOf } from "../message-parts.server.ts";
import type { ChatMessage, MessagePart, OfferedTool } from "../provider.server.ts";
import { RequestBody } from "../upstream/request-body.server.ts";

type WirePart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };
type WireMessage =
	| { role: ChatMessage["role"]; content: string | WirePart[]; tool_call_id?: string }
	| Record<string, unknown>;

/**
 * A message as OpenAI's `POST /chat/completions` takes it. Text alone is sent as a string: many servers take nothing
 * else.
 */
export function toWireMessage(message: ChatMessage, urlOf: (url: string) => string = itself): WireMessage {
	if ("calls" in message) return message.calls;
	if ("wire" in message) return message.wire;
	const { role, content } = message;
	if ("callId" in message) return { role, tool_call_id: message.callId, content: message.content };
	if (typeof content === "string") return { role, content };
	if (content.every(({ type }) => type === "text")) return { role, content: textOf(message) };
	return { role, content: content.map((part) => toWirePart(part, urlOf)) };
}

const itself = (url: string) => url;

const toWirePart = (part: MessagePart, urlOf: (url: string) => string): WirePart =>
	part.type === "text" ? part : { type: "image_url", image_url: { url: urlOf(part.url) } };

/** The fields of a request that offer tools: none where there are none, since servers reject an empty list. */
export const toolFields = (tools: readonly OfferedTool[] = []) =>
	tools.length > 0 && {
		tools: tools.map(({ name, description, parameters }) => ({
			type: "function",
			function: { name, description, parameters },
		})),
	};

type Fields = { messages: readonly ChatMessage[]; [field: string]: unknown };

/** Stands for a picture while the rest is written as JSON; nobody can know it. */
const MARK = randomUUID();

/**
 * The body of a request as JSON. Pictures are put in as they are, since Base64 needs no escaping: looking for what
 * does would hold the event loop for a quarter of a second where there are many.
 */
export function writeBody({ messages, ...rest }: Fields): RequestBody {
	const pictures: string[] = [];
	const mark = (url: string) => {
		if (!url.startsWith("data:image/jpeg;base64,")) return url;
		pictures.push(url);
		return MARK;
	};
	const text = JSON.stringify({ ...rest, messages: messages.map((message) => toWireMessage(message, mark)) });
	if (pictures.length === 0) return new RequestBody(text);
	const pieces = text.split(MARK).flatMap((piece, i) => [piece, pictures[i] ?? ""]);
	return new RequestBody(
		Buffer.concat(pieces.map((piece, i) => Buffer.from(piece, i % 2 === 0 ? "utf8" : "latin1"))),
	);
}
