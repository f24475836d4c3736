import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * The model's server and the readers of its answers, in a process of their own and on raw sockets, so that the
 * generator itself is not measured. Every piece carries its number and the moment it was sent; both ends use the same
 * clock.
 */
export type Order = {
	/** Pieces of one answer, and how many a second. */
	pieces: number;
	perSecond: number;
	/** The first pieces are spread over so many milliseconds. */
	spreadMs: number;
	/** The port that the readers connect to. */
	port: number;
	readers: { path: string; cookie: string }[];
};

export type Result = {
	/** Answers of which every piece arrived, in order. */
	whole: number;
	received: number;
	/** In milliseconds, sorted; of the pieces that were sent while all answers were live. */
	delays: number[];
	firstDelays: number[];
	/** CPU of the generator over the run, in percent of one core. */
	ownCpu: number;
};

/** Messages of this process to its parent. */
export type Report =
	| { kind: "listening"; port: number }
	| { kind: "begun" }
	| { kind: "done"; result: Result };

const now = () => performance.timeOrigin + performance.now();
const piece = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const report = (message: Report) => void process.send?.(message);

const waiting: Socket[] = [];
/** Once all answers are live, a further question is answered by one piece at once. */
let live = false;
const upstream = createServer((socket) => {
	let text = "";
	const read = (bytes: Buffer) => {
		text += bytes.toString("latin1");
		const length = /content-length: (\d+)/i.exec(text)?.[1];
		const head = text.indexOf("\r\n\r\n");
		if (head < 0 || text.length < head + 4 + Number(length ?? 0)) return;
		socket.off("data", read).resume();
		socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
		if (live) socket.end(`${piece("Слово.")}${END}`);
		else waiting.push(socket);
	};
	socket
		.setNoDelay()
		.on("data", read)
		.on("error", () => {});
});
upstream.listen(0, "127.0.0.1");
await once(upstream, "listening");
report({ kind: "listening", port: (upstream.address() as AddressInfo).port });

const [order] = (await once(process, "message")) as [Order];
const window = { from: 0, to: 0 };
const result: Result = { whole: 0, received: 0, delays: [], firstDelays: [], ownCpu: 0 };
const readings = order.readers.map(read);
while (waiting.length < order.readers.length) await new Promise((resolve) => setTimeout(resolve, 20));
// The readers are connected by then.
await new Promise((resolve) => setTimeout(resolve, 500));
live = true;
report({ kind: "begun" });
const [begun, cpu] = [performance.now(), process.cpuUsage()];
window.from = now() + order.spreadMs;
window.to = now() + (order.pieces / order.perSecond) * 1_000;
for (const [i, socket] of waiting.entries()) {
	setTimeout(() => speak(socket), (order.spreadMs * i) / waiting.length);
}
// Without readers it only answers further questions, until it is ended.
if (readings.length === 0) await new Promise(() => {});
await Promise.all(readings);
const used = process.cpuUsage(cpu);
result.ownCpu = (used.user + used.system) / 10 / (performance.now() - begun);
result.delays.sort((a, b) => a - b);
result.firstDelays.sort((a, b) => a - b);
upstream.close();
// A message of this size takes a while: only then may the channel be closed.
process.send?.({ kind: "done", result } satisfies Report, () => process.disconnect());

/** Sends one answer: words, a new paragraph after each forty. */
function speak(socket: Socket): void {
	const began = performance.now();
	let i = 0;
	const next = () => {
		if (socket.destroyed) return;
		if (i === order.pieces) {
			socket.end(END);
			return;
		}
		const gap = i % 40 === 39 ? "\\n\\n" : " ";
		socket.write(piece(`§${i}:${now().toFixed(1)}${gap}`));
		i += 1;
		setTimeout(next, Math.max(0, began + (i * 1_000) / order.perSecond - performance.now()));
	};
	next();
}

/** Reads one answer to its end. A block may be sent again, so only numbers not seen yet count. */
function read({ path, cookie }: Order["readers"][number]): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(order.port, "127.0.0.1");
		let tail = "";
		let expected = 0;
		socket
			.setNoDelay()
			.write(
				`GET ${path} HTTP/1.1\r\nHost: localhost:${order.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
			);
		socket.setEncoding("utf8").on("data", (chunk) => {
			const at = now();
			const text = tail + chunk;
			let end = 0;
			for (const match of text.matchAll(/§(\d+):(\d+\.\d)(?=[^\d])/g)) {
				end = match.index + match[0].length;
				const number = Number(match[1]);
				if (number < expected) continue;
				if (number === expected) expected += 1;
				else expected = Number.POSITIVE_INFINITY;
				const sent = Number(match[2]);
				const delay = at - sent;
				if (sent > window.from && sent < window.to) result.delays.push(delay);
				if (number === 0) result.firstDelays.push(delay);
			}
			tail = text.slice(Math.max(end, text.length - 40));
		});
		socket.on("error", () => {});
		socket.on("close", () => {
			if (expected === order.pieces) result.whole += 1;
			if (Number.isFinite(expected)) result.received += expected;
			resolve();
		});
	});
}
