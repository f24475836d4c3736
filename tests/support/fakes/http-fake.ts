import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedRequest = {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: string;
};

/** Answers one request. Not ending the response is a server that hangs. */
export type FakeHandler = (request: ReceivedRequest, response: ServerResponse) => void;

/** A real HTTP server in place of another service, on a port of its own. */
export async function startHttpFake(handler: FakeHandler) {
	const requests: ReceivedRequest[] = [];
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? "/", "http://fake");
		const received = {
			method: request.method ?? "",
			path: url.pathname,
			query: url.searchParams,
			headers: request.headers,
			body: await readAll(request),
		};
		requests.push(received);
		handler(received, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
	response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Goes over to another protocol, which nobody has asked for, and leaves the connection open. */
export function switchProtocols(response: ServerResponse): void {
	const lines = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket"];
	response.socket?.write(`${lines.join("\r\n")}\r\n\r\n`);
}

/** The body of a request as text. */
export async function readAll(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}
