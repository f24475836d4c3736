/**
 * The fate of a request: `unavailable`: it was not sent, `interrupted`: it may have been done, `timeout`: the same,
 * `too-large`: so was the answer; `refused`: an HTTP error; `error`: an error of JSON-RPC, with its code.
 */
export type McpFailureKind = "unavailable" | "interrupted" | "timeout" | "too-large" | "refused" | "error";

/** A request to an MCP server that has no result. Its message is for the log: it has none of the server's words. */
export class McpFailure extends Error {
	readonly kind: McpFailureKind;
	/** The HTTP status, or the code of JSON-RPC. */
	readonly code: number | undefined;
	readonly httpStatus: number | undefined;
	/** The server's words about it, for the model. */
	readonly said: string;
	/** The system's code of a connection that failed. */
	readonly system: string;
	/** The versions of the protocol that it supports, where it says them. */
	readonly supported: readonly string[];

	constructor(
		kind: McpFailureKind,
		detail: {
			code?: number;
			httpStatus?: number;
			said?: string;
			system?: string;
			supported?: readonly string[];
		} = {},
	) {
		const { code, httpStatus, said = "", system = "", supported = [] } = detail;
		super([kind, code ?? httpStatus].filter((part) => part !== undefined).join(" "));
		this.name = "McpFailure";
		this.kind = kind;
		this.code = code;
		this.httpStatus = httpStatus;
		this.said = said;
		this.system = system;
		this.supported = supported;
	}
}
