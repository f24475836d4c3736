import { expect, test, vi } from "vitest";
import { type AnswerEvent, followAnswer } from "../../app/chat/answer-events.server.ts";
import { AnswerLog } from "../../app/chat/answer-log.server.ts";
import { ask } from "../../app/chat/ask.server.ts";
import { closeEventStreams, eventStream, openEventStreams } from "../../app/chat/event-stream.server.ts";
import { applyPatches } from "../../app/chat/markdown/patch.ts";
import { renderMarkdown } from "../../app/chat/markdown/render.server.ts";
import type { Tree } from "../../app/chat/markdown/tree.ts";
import { settleAnswer } from "../../app/chat/settle-answer.server.ts";
import type { Db } from "../../app/db/connection.server.ts";
import { eachDatabase } from "../support/databases.ts";
import { question, somebody } from "./people.ts";

const TEXT =
	"# Заголовок\n\nАбзац с **жирным** словом\nи второй строкой.\n\n- раз\n- два\n\nfoo\n***bar**\n\n```js\nlet a = 1;\n```\n";

async function beingWritten(db: Db) {
	const result = await ask(db, await somebody(db), question("Вопрос"));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	await db.updateTable("answers").set({ lease_owner: "me" }).where("id", "=", result.answerId).execute();
	const log = new AnswerLog(db);
	return { answerId: result.answerId, log, writer: await log.openWriter(result.answerId) };
}

/** A reader as the browser's: keeps patches back until the id moves on. */
class Reader {
	blocks: readonly Tree[] = [];
	cursor = 0;
	state: string | undefined;
	readonly texts: number[] = [];

	take(batch: AnswerEvent[]) {
		const patches = batch.flatMap((event) => (event.kind === "patch" ? [event.data] : []));
		this.blocks = applyPatches(this.blocks, patches);
		this.cursor = batch.at(-1)?.id ?? this.cursor;
		this.texts.push(JSON.stringify(this.blocks).length);
		const end = batch.find((event) => event.kind === "end");
		if (end?.kind === "end") this.state = end.data.state;
	}
}

async function read(
	reader: Reader,
	events: AsyncGenerator<AnswerEvent[]>,
	stopAfter = Number.POSITIVE_INFINITY,
) {
	for await (const batch of events) {
		reader.take(batch);
		if (reader.texts.length >= stopAfter) return;
	}
}

eachDatabase((openTestDb) => {
	test("a live reader has, at the end, what rendering at once gives", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		const reader = new Reader();
		const reading = read(reader, followAnswer(db, log, answerId, 0, new AbortController().signal));
		for (const letter of TEXT) {
			writer.append("text", letter);
			if (letter === "\n") await writer.flush();
		}
		await writer.flush();
		await settleAnswer(db, log, answerId, "me", { state: "done", finish: "stop" });
		await reading;
		expect(reader.blocks).toEqual(renderMarkdown(TEXT));
		expect(reader.state).toBe("done");
	});

	test("a reader cut off anywhere resumes from its cursor and has the same", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		const resumed = new Reader();
		for (let i = 0; i < TEXT.length; i += 9) {
			writer.append("text", TEXT.slice(i, i + 9));
			await writer.flush();
			await read(
				resumed,
				followAnswer(db, log, answerId, resumed.cursor, new AbortController().signal),
				resumed.texts.length + 1,
			);
			expect(resumed.blocks).toEqual(renderMarkdown(TEXT.slice(0, i + 9)));
		}
		await settleAnswer(db, log, answerId, "me", { state: "done" });
	});

	test("who comes after the end gets truncate: 0, every block and the end", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		writer.append("text", TEXT);
		await writer.flush();
		await settleAnswer(db, log, answerId, "me", { state: "stopped" });
		const batches: AnswerEvent[][] = [];
		for await (const batch of followAnswer(db, log, answerId, 1, new AbortController().signal))
			batches.push(batch);
		expect(batches).toHaveLength(1);
		expect(batches[0]?.[0]).toEqual({ id: 1, kind: "patch", data: { truncate: 0 } });
		expect(batches[0]?.at(-1)).toEqual({ id: 1, kind: "end", data: { state: "stopped" } });
	});

	test("in a batch of several patches only the last bears the new id", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		writer.append("text", "Раз\n\nДва\n\nТри");
		await writer.flush();
		const events = followAnswer(db, log, answerId, 0, new AbortController().signal);
		const { value: batch } = await events.next();
		expect((batch as AnswerEvent[]).map(({ id }) => id)).toEqual([0, 0, 1]);
		await events.return(undefined);
		await settleAnswer(db, log, answerId, "me", { state: "done" });
	});

	test("reasoning goes its own way", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		writer.append("reasoning", "Думаю.");
		writer.append("text", "Ответ.");
		await writer.flush();
		const events = followAnswer(db, log, answerId, 0, new AbortController().signal);
		const first = (await events.next()).value as AnswerEvent[];
		const rest = first.length > 1 ? first : [...first, ...((await events.next()).value as AnswerEvent[])];
		expect(rest.map(({ kind }) => kind)).toEqual(["reasoning", "patch"]);
		await events.return(undefined);
		await settleAnswer(db, log, answerId, "me", { state: "done" });
	});
});

test("a reader who leaves is forgotten, and closing all ends them without an end event", async () => {
	let letGo = 0;
	const source = async function* (signal: AbortSignal): AsyncGenerator<AnswerEvent[]> {
		yield [{ id: 1, kind: "reasoning", data: { append: "…" } }];
		if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
		letGo += 1;
	};
	const leaving = eventStream(source);
	expect(openEventStreams()).toBe(1);
	await leaving.body?.cancel();
	await vi.waitFor(() => expect([openEventStreams(), letGo]).toEqual([0, 1]));

	const staying = eventStream(source).text();
	await new Promise((resolve) => setTimeout(resolve, 20));
	closeEventStreams();
	const text = await staying;
	expect(text).toContain('id: 1\nevent: reasoning\ndata: {"append":"…"}\n\n');
	expect(text).not.toContain("event: end");
	await vi.waitFor(() => expect([openEventStreams(), letGo]).toEqual([0, 2]));
});
