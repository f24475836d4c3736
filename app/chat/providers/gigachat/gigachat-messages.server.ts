import type { Loose } from "../delta.server.ts";
import { object } from "../delta.server.ts";
import { partsOf, textOf } from "../message-parts.server.ts";
import type { ChatMessage, OfferedTool } from "../provider.server.ts";
import type { FunctionNames } from "./function-names.server.ts";

/** Fields of the model's own messages that go back to it beside its text. */
const KEPT = ["reasoning_content", "functions_state_id"];

/**
 * The messages as `POST /chat/completions` of GigaChat takes them. It calls one function in a message, with arguments
 * as an object, and wants its result, as JSON, in the message after it: several calls of another model's message
 * become messages one after another. A message has one picture at most: further ones stand before it, each by itself.
 * @param files the ids of uploaded pictures, by their addresses
 */
export function toGigaChat(
	messages: readonly ChatMessage[],
	names: FunctionNames,
	files: ReadonlyMap<string, string> = new Map(),
): Loose[] {
	const sent: Loose[] = [];
	const results = new Map<string, string>();
	for (const message of messages) if ("callId" in message) results.set(message.callId, message.content);
	for (const message of messages) {
		if ("callId" in message) continue;
		if ("calls" in message) sent.push(...callsOf(message.calls, results, names));
		else if ("wire" in message)
			sent.push({ ...kept(message.wire), role: "assistant", content: text(message.wire.content) });
		else sent.push(...withPictures(message, files));
	}
	return sent;
}

function withPictures(
	message: Extract<ChatMessage, { role: "system" | "user" | "assistant" }>,
	files: ReadonlyMap<string, string>,
): Loose[] {
	const ids = partsOf(message).flatMap((part) => (part.type === "image" ? (files.get(part.url) ?? []) : []));
	const before = ids.slice(0, -1).map((id, i) => ({
		role: message.role,
		content: `Картинка ${i + 1} из ${ids.length}`,
		attachments: [id],
	}));
	const last = ids.at(-1);
	return [...before, { role: message.role, content: textOf(message), ...(last && { attachments: [last] }) }];
}

function callsOf(message: Loose, results: ReadonlyMap<string, string>, names: FunctionNames): Loose[] {
	const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
	return calls.flatMap((call, i) => {
		const { id, function: about } = object(call) ?? {};
		const { name, arguments: args } = object(about) ?? {};
		const called = names.theirs(String(name));
		return [
			{
				...(i === 0 && kept(message)),
				role: "assistant",
				content: i === 0 ? text(message.content) : "",
				function_call: { name: called, arguments: argumentsOf(args) },
			},
			{
				role: "function",
				name: called,
				content: JSON.stringify({ result: results.get(String(id)) ?? "" }),
			},
		];
	});
}

const kept = (message: Loose): Loose =>
	Object.fromEntries(
		KEPT.flatMap((field) => (typeof message[field] === "string" ? [[field, message[field]]] : [])),
	);

const text = (content: unknown): string => (typeof content === "string" ? content : "");

/** A call with unreadable arguments was not run: it goes back without arguments. */
function argumentsOf(written: unknown): Loose {
	try {
		return object(JSON.parse(String(written))) ?? {};
	} catch {
		return {};
	}
}

/** The fields of a request that offer functions. */
export const functionFields = (tools: readonly OfferedTool[] = [], names: FunctionNames) =>
	tools.length > 0 && {
		functions: tools.map(({ name, description, parameters }) => ({
			name: names.theirs(name),
			description,
			parameters: { ...parameters, type: "object", properties: object(parameters.properties) ?? {} },
		})),
		function_call: "auto",
	};
