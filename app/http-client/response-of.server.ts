import type { ClientRequest, IncomingMessage } from "node:http";

/**
 * The response to a request that is under way; its body is still to be read. A server that switches to another protocol
 * (101) gives none: Node closes such a connection with `close` alone, so that whoever waits for `response` or `error`
 * waits for ever, whatever aborts the request.
 * @throws what broke the connection; `EPROTO` where it was closed without a response
 */
export function responseOf(request: ClientRequest): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		// Listens for the life of the request: a second error, or one while the body is read, would end the process.
		request.on("error", reject);
		request.once("response", resolve);
		request.once("close", () => reject(unanswered()));
	});
}

const unanswered = () =>
	Object.assign(new Error("The connection was closed without a response"), { code: "EPROTO" });
