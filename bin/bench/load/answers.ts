import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { END, HEAD, onRequest, type Pace, piece, readPieces, speak } from "../chat/live-pieces.ts";
import { AT_ONCE_EACH, EACH } from "./account-limits.ts";
import { type Delays, DelayTally, ownCpu } from "./delays.ts";

/**
 * The model's server, the people who ask it and the readers of its answers, in a process of their own. A constant
 * number of answers is live: where one ends its person asks the next question. Before the order each question is
 * answered at once.
 */
export type AnswersOrder = Pace & {
	port: number;
	atOnce: number;
	/** Sessions of those who ask, each for `EACH` questions; none: a proxy that needs no question is read. */
	cookies: string[];
};

export type AnswersReport = {
	/** The answers that were begun, and those of which every piece has come, in order. */
	begun: number;
	whole: number;
	broken: number;
	/** Questions that were told to try again. */
	refused: number;
	pieces: number;
	/** The delays of all pieces, and of the first one of each answer, since the last report and in the whole run. */
	delays: Delays;
	all: Delays;
	firsts: Delays;
	/** Percent of one core since the last report. */
	cpu: number;
	failures: string[];
};

export type AnswersMessage =
	| { kind: "listening"; port: number }
	| { kind: "full" }
	| ({ kind: "report" } & AnswersReport);

const REFUSED_MS = 1_000;

let order: AnswersOrder | undefined;
const upstream = createServer((socket) =>
	onRequest(socket, () => {
		socket.write(HEAD);
		if (order) speak(socket, order);
		else socket.end(`${piece(DEFAULT_ANSWER)}${END}`);
	}),
).listen(0, "127.0.0.1");
await once(upstream, "listening");
const tell = (message: AnswersMessage) => void process.send?.(message);
tell({ kind: "listening", port: (upstream.address() as AddressInfo).port });

const [ordered] = (await once(process, "message")) as [AnswersOrder];
order = ordered;
const { port, atOnce, cookies, ...pace } = ordered;
const [delays, firsts] = [new DelayTally(), new DelayTally()];
const counts = { begun: 0, whole: 0, broken: 0, refused: 0, pieces: 0, failures: [] as string[] };
const agent = new Agent({ keepAlive: true });
const cpu = ownCpu();
let isOver = false;
process.on("message", (message) => {
	if (message === "report") report();
	if (message === "stop") isOver = true;
});
// Spread over the length of an answer, so that as many end at any moment.
const spreadMs = (pace.pieces / pace.perSecond) * 1_000;
const groups = Array.from({ length: Math.ceil(atOnce / AT_ONCE_EACH) }, (_, group) => liveIn(group));
await wait(spreadMs);
tell({ kind: "full" });
await Promise.all(groups);
report();
upstream.close();
agent.destroy();
process.disconnect();

function report(): void {
	const minute = delays.endMinute();
	firsts.endMinute();
	tell({ kind: "report", ...counts, delays: minute, all: delays.all, firsts: firsts.all, cpu: cpu() });
}

function fail(what: string): void {
	counts.broken++;
	if (counts.failures.length < 20) counts.failures.push(what);
}

/** Up to three answers at once of one person after another, until the end. */
async function liveIn(group: number): Promise<void> {
	const size = Math.min(AT_ONCE_EACH, atOnce - group * AT_ONCE_EACH);
	let session = { cookie: "", left: 0 };
	await Promise.all(
		Array.from({ length: size }, async (_, i) => {
			await wait((spreadMs * (group * AT_ONCE_EACH + i)) / atOnce);
			while (!isOver) {
				if (session.left === 0) session = { cookie: cookies.pop() ?? "", left: EACH };
				session.left--;
				await live(session.cookie).catch((error) => fail(String(error)));
			}
		}),
	);
}

async function live(cookie: string): Promise<void> {
	const path = cookie ? await ask(cookie) : "/";
	if (!path) return;
	counts.begun++;
	const received = await readPieces(port, { path, cookie }, (number, sent, at) => {
		counts.pieces++;
		delays.add(at - sent);
		if (number === 0) firsts.add(at - sent);
	});
	if (received === pace.pieces) counts.whole++;
	else fail(`Of ${pace.pieces} pieces came ${received}.`);
}

/** Asks as the page does. @returns the path of its live events; undefined where it was refused */
async function ask(cookie: string): Promise<string | undefined> {
	const fields = { intent: "ask", promptId: randomUUID(), conversationId: "", text: "Расскажи подробно." };
	const body = new URLSearchParams(fields).toString();
	const sent = request({
		agent,
		port,
		host: "127.0.0.1",
		path: "/chat",
		method: "POST",
		headers: {
			Host: `localhost:${port}`,
			Cookie: cookie,
			Origin: `http://localhost:${port}`,
			"Content-Type": "application/x-www-form-urlencoded",
			"Content-Length": body.length,
		},
	});
	sent.end(body);
	const [response] = await once(sent, "response");
	response.resume();
	await once(response, "end");
	if (response.statusCode === 303) return `/chat/events?answer=${response.headers["x-answer"]}`;
	counts.refused++;
	if (![429, 503].includes(response.statusCode)) fail(`A question was answered ${response.statusCode}.`);
	await wait(REFUSED_MS);
	return undefined;
}
