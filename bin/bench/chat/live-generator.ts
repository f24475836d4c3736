import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import {
	END,
	HEAD,
	now,
	onRequest,
	type Pace,
	piece,
	type Reading,
	readPieces,
	speak,
} from "./live-pieces.ts";

/** The model's server and the readers of its answers, in a process of their own, which itself is not measured. */
export type Order = Pace & {
	/** The first pieces are spread over so many milliseconds. */
	spreadMs: number;
	/** The port that the readers connect to. */
	port: number;
	readers: Reading[];
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

const report = (message: Report) => void process.send?.(message);

const waiting: Socket[] = [];
/** Once all answers are live, a further question is answered by one piece at once. */
let live = false;
const upstream = createServer((socket) =>
	onRequest(socket, () => {
		socket.write(HEAD);
		if (live) socket.end(`${piece("Слово.")}${END}`);
		else waiting.push(socket);
	}),
);
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
	setTimeout(() => speak(socket, order), (order.spreadMs * i) / waiting.length);
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

async function read(reading: Reading): Promise<void> {
	const received = await readPieces(order.port, reading, (number, sent, at) => {
		if (sent > window.from && sent < window.to) result.delays.push(at - sent);
		if (number === 0) result.firstDelays.push(at - sent);
	});
	if (received === order.pieces) result.whole += 1;
	if (Number.isFinite(received)) result.received += received;
}
