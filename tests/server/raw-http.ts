import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. Names of headers are in lower case. */
export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

/** What to write: a whole request as text, or the pieces of one with pauses of the test's own. */
export function openSocket(port: number): Socket {
	const socket = connect(port, "127.0.0.1");
	// Cut off by the server in the middle of our writing: what matters is what came before.
	socket.on("error", () => {});
	return socket;
}

/** For longer than a busy machine lets this process or the server stand still between two pieces of an answer. */
const QUIET_MS = 30_000;

/** Sends bytes as they are and reads until the server closes, or until it has been silent for `quietMs`. */
export async function sendRaw(port: number, text: string | Buffer, quietMs = QUIET_MS): Promise<RawAnswer> {
	const socket = openSocket(port);
	socket.write(text);
	return readAnswer(socket, quietMs);
}

/** Everything that comes on a socket until it is closed or silent for `quietMs` after the first byte. */
export async function readAnswer(socket: Socket, quietMs = QUIET_MS): Promise<RawAnswer> {
	const chunks: Buffer[] = [];
	let quiet: NodeJS.Timeout | undefined;
	socket.on("data", (chunk: Buffer) => {
		chunks.push(chunk);
		clearTimeout(quiet);
		quiet = setTimeout(() => socket.destroy(), quietMs);
	});
	// Not `once()` of node:events: it would reject when the server cuts the connection.
	await new Promise((resolve) => socket.once("close", resolve));
	clearTimeout(quiet);
	return parse(Buffer.concat(chunks).toString());
}

function parse(text: string): RawAnswer {
	const [head = "", ...rest] = text.split("\r\n\r\n");
	const [statusLine = "", ...lines] = head.split("\r\n");
	const headers = new Map(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
		}),
	);
	return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

/** A request without a body, closing afterwards. */
export const request = (target: string, headers: Record<string, string> = {}, method = "GET"): string =>
	[
		`${method} ${target} HTTP/1.1`,
		...Object.entries({ Host: "localhost:1", Connection: "close", ...headers }).map(([n, v]) => `${n}: ${v}`),
		"",
		"",
	].join("\r\n");

/**
 * A well-formed request through `node:http`: unlike `fetch` it lets a test set Host and leaves bodies as
 * they came. The answer is to be read, or destroyed.
 */
export function ask(
	port: number,
	path = "/",
	{
		method = "GET",
		headers = {},
		body,
	}: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		// A connection for each request: one that is kept may be closed by the server just as it is used again.
		httpRequest({ port, path, method, agent: false, headers: { Host: "localhost:1", ...headers } })
			.once("response", resolve)
			.once("error", reject)
			.end(body);
	});
}

/** The whole body of an answer. */
export const bodyOf = async (answer: IncomingMessage): Promise<Buffer> =>
	Buffer.concat(await answer.toArray());
