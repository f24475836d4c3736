import { connect, type Socket } from "node:net";

/**
 * The pieces of a live answer on raw sockets, which cost their generator little. Each carries its number and the moment
 * it was sent; both ends use the same clock.
 */
export const now = () => performance.timeOrigin + performance.now();
export const piece = (content: string) =>
	`data: {"choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;
export const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
export const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** Pieces of one answer, and how many a second. */
export type Pace = { pieces: number; perSecond: number };

/** Calls back when a request has come whole, which is not looked at. */
export function onRequest(socket: Socket, respond: () => void): void {
	let text = "";
	const read = (bytes: Buffer) => {
		text += bytes.toString("latin1");
		const length = /content-length: (\d+)/i.exec(text)?.[1];
		const head = text.indexOf("\r\n\r\n");
		if (head < 0 || text.length < head + 4 + Number(length ?? 0)) return;
		socket.off("data", read).resume();
		respond();
	};
	socket
		.setNoDelay()
		.on("data", read)
		.on("error", () => {});
}

/** Sends one answer: words, a new paragraph after each forty. */
export function speak(socket: Socket, { pieces, perSecond }: Pace): void {
	const began = performance.now();
	let i = 0;
	const next = () => {
		if (socket.destroyed) return;
		if (i === pieces) {
			socket.end(END);
			return;
		}
		const gap = i % 40 === 39 ? "\n\n" : " ";
		socket.write(piece(`§${i}:${now().toFixed(1)}${gap}`));
		i += 1;
		setTimeout(next, Math.max(0, began + (i * 1_000) / perSecond - performance.now()));
	};
	next();
}

export type Reading = { path: string; cookie: string };

/**
 * Reads one answer to the end of its connection. A block may be sent again, so only numbers not seen yet count.
 * @param onPiece gets the number, the moment it was sent and the moment it came
 * @returns how many pieces came, all in order; infinity where one was missing
 */
export function readPieces(
	port: number,
	{ path, cookie }: Reading,
	onPiece: (number: number, sent: number, at: number) => void,
): Promise<number> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		let tail = "";
		let expected = 0;
		// A response to HTTP/1.0 is not cut into chunks, which a proxy would do in the middle of a number.
		socket.setNoDelay().write(`GET ${path} HTTP/1.0\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\n\r\n`);
		socket.setEncoding("utf8").on("data", (chunk) => {
			const at = now();
			const text = tail + chunk;
			let end = 0;
			for (const match of text.matchAll(/§(\d+):(\d+\.\d)(?=[^\d])/g)) {
				end = match.index + match[0].length;
				const number = Number(match[1]);
				if (number < expected) continue;
				expected = number === expected ? expected + 1 : Number.POSITIVE_INFINITY;
				onPiece(number, Number(match[2]), at);
			}
			tail = text.slice(Math.max(end, text.length - 40));
		});
		socket.on("error", () => {});
		socket.on("close", () => resolve(expected));
	});
}
