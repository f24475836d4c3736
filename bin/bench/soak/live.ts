import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { HOSTILE, PIECE_MS, piecesOf } from "./answer-texts.ts";

/**
 * The model's server, the people who ask it and the readers of its answers, in a process of their own, so that these
 * are not measured. A constant number of answers is live until the parent sends «stop».
 */
export type LiveOrder = { url: string; database: string; cookies: string[]; atOnce: number };
export type LiveCounts = { asked: number; read: number; broken: number; refused: number; failures: string[] };
export type LiveReport = { kind: "listening"; port: number } | ({ kind: "counts" } & LiveCounts);

/** A free plan has thirty messages a day. */
const EACH = 24;
/** An account may have three at once. */
const AT_ONCE_EACH = 3;

const model = createServer(async (req, res) => {
	const question = await textOf(req);
	res.writeHead(200, { "Content-Type": "text/event-stream" });
	await streamPieces(res, piecesOf(question.includes(HOSTILE)));
}).listen(0, "127.0.0.1");
await once(model, "listening");
const report = (report: LiveReport) => void process.send?.(report);
report({ kind: "listening", port: (model.address() as AddressInfo).port });

const [order] = (await once(process, "message")) as [LiveOrder];
const db = await openDatabase(order.database);
const counts: LiveCounts = { asked: 0, read: 0, broken: 0, refused: 0, failures: [] };
let stopped = false;
process.on("message", (message) => {
	if (message === "report") report({ kind: "counts", ...counts });
	if (message === "stop") stopped = true;
});
await Promise.all(Array.from({ length: Math.ceil(order.atOnce / AT_ONCE_EACH) }, (_, i) => live(i)));
report({ kind: "counts", ...counts });
await db.destroy();
model.close();
process.disconnect();

/** One after another, with their own sessions, until their messages are used. */
async function live(slot: number): Promise<void> {
	await wait(slot * 100);
	while (!stopped) {
		const cookie = order.cookies.pop();
		if (cookie === undefined) return;
		let left = EACH;
		await Promise.all(
			Array.from({ length: AT_ONCE_EACH }, async () => {
				while (!stopped && left-- > 0) await askAndRead(cookie).catch((error) => fail(String(error)));
			}),
		);
	}
}

function fail(what: string): void {
	counts.broken++;
	if (counts.failures.length < 20) counts.failures.push(what);
}

async function askAndRead(cookie: string): Promise<void> {
	const promptId = randomUUID();
	const text = counts.asked % 20 === 19 ? HOSTILE : "Расскажи подробно.";
	const response = await fetch(`${order.url}/chat`, {
		method: "POST",
		redirect: "manual",
		headers: { Cookie: cookie, Origin: order.url },
		body: new URLSearchParams({ intent: "ask", promptId, text }),
	});
	await response.text();
	if (response.status !== 303) {
		counts.refused++;
		if (![429, 503].includes(response.status)) fail(`A question was answered ${response.status}.`);
		return void (await wait(3_000));
	}
	counts.asked++;
	const { id } = await db
		.selectFrom("answers")
		.select("id")
		.where("prompt_id", "=", promptId)
		.executeTakeFirstOrThrow();
	const events = await fetch(`${order.url}/chat/events?answer=${id}`, { headers: { Cookie: cookie } });
	let last = "";
	for await (const piece of events.body ?? []) last = (last + Buffer.from(piece).toString()).slice(-200);
	if (/event: end/.test(last)) counts.read++;
	else fail(`The reader's stream ended with ${JSON.stringify(last.slice(-80))}.`);
}

async function textOf(req: IncomingMessage): Promise<string> {
	let text = "";
	for await (const piece of req.setEncoding("utf8")) text += piece;
	return text;
}

async function streamPieces(res: ServerResponse, pieces: readonly string[]): Promise<void> {
	const began = performance.now();
	for (const [i, content] of pieces.entries()) {
		await wait(Math.max(0, began + i * PIECE_MS - performance.now()));
		if (res.destroyed) return;
		res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
	}
	res.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}
