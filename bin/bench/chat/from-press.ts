import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../../tests/chat/people.ts";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { type Figure, median, round } from "../support/table.ts";
import { askMany, onLiveSite } from "./live-answers.ts";
import type { Order } from "./live-generator.ts";

const ROUNDS = 60;
const PER_SECOND = 50;
/** The longest that the rounds may take: so long the other answers go on. */
const SECONDS = 40;

/**
 * The time from sending a question to the first piece in the asker's hands, as the chat's page asks: the form, then
 * the event stream of the answer that the form's response names. Alternately the model is asked directly.
 */
export async function measureFromPress(): Promise<Figure[]> {
	const postgres = await startPostgres({ durable: true });
	try {
		return [
			figure("from the press to the first piece, over the model alone, ms", await measureBeside(0), "8"),
			figure("… with 100 live answers", await measureBeside(100), "15"),
			figure(
				"… alone on PostgreSQL",
				await measureBeside(0, { DATABASE_URL: postgres.urlOf("postgres") }),
				"–",
			),
		];
	} finally {
		await postgres.stop();
	}
}

type Rounds = { form: number; events: number; ours: number; model: number };

const figure = (what: string, { form, events, ours, model }: Rounds, bar: string): Figure => ({
	what,
	measured: `${round(ours - model)} (the form ${round(form)}, the stream ${round(events)})`,
	bar,
	limit: `${round(model)} (the model asked directly)`,
});

/** @param nodeFlags for a profile: `--cpu-prof` */
export const measureBeside = (count: number, env: Record<string, string> = {}, nodeFlags: string[] = []) =>
	onLiveSite(nodeFlags, env, async ({ db, instance, generator }) => {
		const readers = await askMany(db, instance.url, count);
		const order: Order = {
			pieces: PER_SECOND * SECONDS,
			perSecond: PER_SECOND,
			spreadMs: 1_000,
			port: instance.port,
			readers,
		};
		generator.child.send(order);
		await once(generator.child, "message");
		if (count > 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
		const rounds = { form: [] as number[], events: [] as number[], model: [] as number[] };
		let cookie = "";
		for (let i = 0; i < ROUNDS; i++) {
			// The rate limit of a person is lower, so each asks a few times.
			if (i % 15 === 0) cookie = await signIn(db);
			rounds.model.push(await askModel(generator.port));
			const asked = await askUs(instance.port, cookie);
			// The first ones warm up.
			if (i < 10) continue;
			rounds.form.push(asked.form);
			rounds.events.push(asked.events);
		}
		return {
			form: median(rounds.form),
			events: median(rounds.events),
			ours: median(rounds.form.map((form, i) => form + (rounds.events[i] ?? 0))),
			model: median(rounds.model),
		};
	});

async function signIn(db: Db): Promise<string> {
	const client = { ip: "127.0.0.1", userAgent: "" };
	return `s=${await openSession(db, await somebody(db), client, null, Date.now())}`;
}

const agent = new Agent({ keepAlive: true });

async function askModel(port: number): Promise<number> {
	const began = performance.now();
	const body = JSON.stringify({ messages: [{ role: "user", content: "Вопрос" }] });
	const response = await send(port, "/v1/chat/completions", { "Content-Type": "application/json" }, body);
	await firstMatch(response, /"content":"[^"]/);
	return performance.now() - began;
}

async function askUs(port: number, cookie: string): Promise<{ form: number; events: number }> {
	const began = performance.now();
	const form = new URLSearchParams({ intent: "ask", promptId: randomUUID(), text: "Вопрос" }).toString();
	const headers = {
		Cookie: cookie,
		Origin: `http://localhost:${port}`,
		"Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
	};
	const asked = await send(port, "/chat.data", headers, form);
	asked.resume();
	const answerId = asked.headers["x-answer"];
	if (answerId === undefined) throw new Error(`A question was answered ${asked.statusCode}.`);
	const redirected = performance.now();
	const stream = await send(port, `/chat/events?answer=${answerId}&after=0&title=1`, { Cookie: cookie });
	await firstMatch(stream, /event: patch/);
	return { form: redirected - began, events: performance.now() - redirected };
}

async function send(
	port: number,
	path: string,
	headers: Record<string, string>,
	body?: string,
): Promise<IncomingMessage> {
	const sent = request({
		host: "127.0.0.1",
		port,
		path,
		agent,
		method: body === undefined ? "GET" : "POST",
		headers: {
			Host: `localhost:${port}`,
			...headers,
			...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
		},
	});
	sent.end(body);
	const [response] = await once(sent, "response");
	return response;
}

async function firstMatch(response: IncomingMessage, pattern: RegExp): Promise<void> {
	let text = "";
	for await (const chunk of response.setEncoding("utf8")) {
		text += chunk;
		if (pattern.test(text)) return;
	}
	throw new Error(`The stream ended without ${pattern}: ${text.slice(0, 200)}`);
}

if (import.meta.main) {
	// «100», «0 --cpu-prof --cpu-prof-dir=…».
	const [count = "0", ...flags] = process.argv.slice(2);
	console.log(await measureBeside(Number(count), {}, flags));
	agent.destroy();
}
