import * as v from "valibot";
import { cutText } from "../../platform/cut-text.server.ts";
import { McpFailure } from "./mcp-failure.server.ts";

/** The bytes of one message: parsing it holds the event loop. */
export const MESSAGE_BYTES = 2 * 1024 ** 2;

const id = v.union([v.string(), v.number()]);
const rpcError = v.object({
	code: v.optional(v.number(), 0),
	message: v.optional(v.string(), ""),
	data: v.optional(v.unknown()),
});
const message = v.union([
	v.pipe(
		v.object({ id, result: v.record(v.string(), v.unknown()) }),
		v.transform(({ id, result }) => ({ kind: "result" as const, id, result })),
	),
	v.pipe(
		v.object({ id: v.optional(v.nullable(id), null), error: rpcError }),
		v.transform(({ id, error }) => ({ kind: "error" as const, id, error })),
	),
	v.pipe(
		v.object({ id, method: v.string() }),
		v.transform(({ id, method }) => ({ kind: "request" as const, id, method })),
	),
	v.pipe(
		v.object({ method: v.string() }),
		v.transform(({ method }) => ({ kind: "notification" as const, method })),
	),
]);
const versions = v.object({ supported: v.array(v.string()) });

/** A message of a server: a result, an error, a request of its own, or a notification. */
export type ServerMessage = v.InferOutput<typeof message>;
export type Result = Record<string, unknown>;

/** @returns null: it is no message of JSON-RPC */
export function parseMessage(text: string): ServerMessage | null {
	try {
		const parsed = v.safeParse(message, JSON.parse(text));
		return parsed.success ? parsed.output : null;
	} catch {
		return null;
	}
}

/** The failure that an error of JSON-RPC is. */
export function failureOf(error: v.InferOutput<typeof rpcError>, httpStatus?: number): McpFailure {
	const parsed = v.safeParse(versions, error.data);
	return new McpFailure("error", {
		code: error.code,
		httpStatus,
		said: cutText(error.message, 2_000),
		supported: parsed.success ? parsed.output.supported : [],
	});
}

/** The reply to a request from the server: `ping` is the only method that we support. */
export const replyTo = ({ id, method }: { id: string | number; method: string }) =>
	method === "ping"
		? { jsonrpc: "2.0", id, result: {} }
		: { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
