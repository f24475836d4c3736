import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { THOUGHT_END } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import { eventStream, openEventStreams } from "../../../app/chat/stream/event-stream.server.ts";
import { openSocket, ask as request } from "../../server/raw-http.ts";
import { openSite } from "../../server/site.ts";
import { AnswerReader } from "../../support/answer-reader.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

/** Each takes the text before it back and brings another one: only so an answer is long on the wire without limit. */
const PIECES = Array.from({ length: 70 }, (_, i) => (i % 2 === 0 ? "дума " : "мысль ").repeat(13_000));
const LAST = PIECES.at(-1)?.trim();
/** The letters of a text that is shown in many parts. */
const text = (reader: AnswerReader) => reader.text.replaceAll("\n", "");

eachDatabase((openTestDb) => {
	test("a reader who does not read is let go, holds nobody up, and comes back to where it was", async () => {
		const db = await openTestDb();
		const result = await ask(db, await somebody(db), question("Вопрос"));
		if (result.outcome !== "asked") throw new Error(result.outcome);
		const { answerId } = result;
		await claimLease(db, answerId, "me");
		const log = new AnswerLog(db);
		const streams = new AnswerStreams(db, log, () => {});
		const site = await openSite(async (asked) => {
			const after = Number(asked.headers.get("Last-Event-ID") ?? 0);
			return eventStream((reader) => streams.follow(answerId, after, reader));
		});

		// Reads the beginning and then nothing more: what the kernel takes and what waits here fill up.
		const socket = openSocket(site.port);
		let heard = "";
		socket.write("GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n");
		await new Promise<void>((resolve) =>
			socket.once("data", (bytes) => {
				heard += bytes;
				socket.pause();
				resolve();
			}),
		);
		const good = new AnswerReader();
		const response = await request(site.port);
		response.setEncoding("utf8").on("data", (text: string) => good.receive(text));

		const writer = log.openWriter(answerId, "me", 0);
		const memory = process.memoryUsage().arrayBuffers;
		for (const [i, piece] of PIECES.entries()) {
			writer.append("text", THOUGHT_END + piece);
			await writer.flush();
			while (good.cursor < i) await turn();
		}
		await vi.waitFor(() => expect([good.cursor, openEventStreams()]).toEqual([PIECES.length, 1]));
		expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(40 * 1024 * 1024);
		expect(text(good)).toBe(LAST);

		// It wakes up, reads what had been sent, finds the connection broken, and comes back.
		const broken = new Promise((resolve) => socket.once("close", resolve));
		socket.on("data", (bytes) => {
			heard += bytes;
		});
		socket.resume();
		await broken;
		const ids = [...heard.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
		// The last event may have been cut in its middle: it counts only with its empty line.
		const got = heard.endsWith("\n\n\r\n") ? ids.at(-1) : ids.at(-2);
		expect(got).toBeLessThan(PIECES.length);
		const back = new AnswerReader(got ?? 0);
		const again = await request(site.port, "/", { headers: { "Last-Event-ID": String(got ?? 0) } });
		again.setEncoding("utf8").on("data", (text: string) => back.receive(text));
		await vi.waitFor(() => expect(back.cursor).toBe(PIECES.length));
		expect(text(back)).toBe(LAST);

		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await vi.waitFor(() => expect([good.state, back.state]).toEqual(["done", "done"]));
		expect(openEventStreams()).toBe(0);
		expect(site.errors).toEqual([]);
	});
});
