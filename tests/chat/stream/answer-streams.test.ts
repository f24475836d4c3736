import { describe, expect, test, vi } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { THOUGHT_END } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { AnswerStream } from "../../../app/chat/stream/answer-stream.server.ts";
import { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { seededRandom } from "../markdown/samples/random.ts";
import { question, somebody } from "../people.ts";
import { LocalReader, until } from "./local-reader.ts";

const TEXT =
	"# Заголовок\n\nАбзац с **жирным** словом\nи второй строкой.\n\n- раз\n- два\n\nfoo\n***bar**\n\n[поздно]\n\n```js\nlet a = 1;\n```\n\n[поздно]: https://example.ru\n";

const fail = (error: unknown) => {
	throw error;
};

/** Nothing is read but what has to be at once. */
const NO_POLLS = { pauseMs: 600_000, committed: () => {} };

async function beingWritten(db: Db) {
	const me = await somebody(db);
	const result = await ask(db, me, question("Вопрос"));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	const { answerId, conversationId } = result;
	await claimLease(db, answerId, "me");
	const log = new AnswerLog(db);
	const streams = new AnswerStreams(db, log, fail);
	return { me, answerId, conversationId, log, streams, writer: log.openWriter(answerId, "me", 0) };
}

eachDatabase((openTestDb) => {
	test("a live reader has, at the end, what rendering at once gives, and the log is empty", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		const reader = new LocalReader().join(streams, answerId);
		for (const letter of TEXT) {
			writer.append("text", letter);
			if (letter === "\n") await writer.flush();
		}
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done", finish: "stop" });
		await until(() => reader.closed);
		expect(reader.blocks).toEqual(renderMarkdown(TEXT));
		expect([reader.state, streams.count]).toEqual(["done", 0]);
		for (const table of ["answer_log", "answer_log_tail"] as const)
			expect(await db.selectFrom(table).select("seq").execute()).toEqual([]);
	});

	test("what another server writes is read once in a pause, and at once with an answer that is opened", async () => {
		const db = await openTestDb();
		const { answerId, writer } = await beingWritten(db);
		const other = await beingWritten(db);
		const log = new AnswerLog(db);
		const pace = { pauseMs: 600_000, committed: vi.fn() };
		const streams = new AnswerStreams(db, log, fail, pace);
		const reader = new LocalReader().join(streams, answerId);
		await until(() => pace.committed.mock.calls.length === 1);
		for (let i = 0; i < 3; i++) {
			writer.append("text", "Слово. ");
			await writer.flush();
			log.changedElsewhere(answerId);
		}
		expect([reader.cursor, pace.committed.mock.calls.length]).toEqual([0, 1]);
		const opened = new LocalReader().join(streams, other.answerId);
		await until(() => reader.cursor === 3);
		expect(pace.committed.mock.calls.length).toBe(2);
		for (const left of [reader, opened]) left.leave();
	});

	test("a reader that fails is let go alone, and the others read on", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		const [before, broken, after] = [0, 1, 2].map(() => new LocalReader().join(streams, answerId));
		const late = new LocalReader();
		writer.append("text", "Раз.\n\n");
		await writer.flush();
		await until(() => [before, broken, after].every((reader) => reader?.blocks.length === 1));
		for (const reader of [broken, late]) {
			if (reader)
				reader.take = () => {
					throw new Error("a broken stream");
				};
		}
		writer.append("text", "Два.");
		await writer.flush();
		late.join(streams, answerId);
		expect([broken?.closed, late.closed, before?.closed]).toEqual([true, true, false]);
		await finishAnswer(db, log, answerId, "me", { state: "done", finish: "stop" });
		await until(() => before?.closed === true && after?.closed === true);
		for (const reader of [before, after]) expect(reader?.blocks).toEqual(renderMarkdown("Раз.\n\nДва."));
	});

	test("an answer that cannot be shown live is given up alone; who comes back reads all of it", async () => {
		const db = await openTestDb();
		const [bad, good] = [await beingWritten(db), await beingWritten(db)];
		const errors: unknown[] = [];
		const streams = new AnswerStreams(db, bad.log, (error) => errors.push(error));
		const goodWriter = bad.log.openWriter(good.answerId, "me", 0);
		const readers = [bad, good].map(({ answerId }) => new LocalReader().join(streams, answerId));
		await until(() => readers.every(({ closed }) => !closed) && streams.count === 2);
		await bad.writer.flush();
		const defect = vi.spyOn(LiveMarkdown.prototype, "append").mockImplementationOnce(() => {
			throw new Error("a defect of the formatter");
		});
		bad.writer.append("text", "Раз.");
		goodWriter.append("text", "Два.");
		await Promise.all([bad.writer.flush(), goodWriter.flush()]);
		await until(() => readers.some(({ closed }) => closed));
		defect.mockRestore();
		const again = new LocalReader().join(streams, readers[0]?.closed ? bad.answerId : good.answerId);
		await until(() => again.blocks.length === 1);
		const other = readers.find(({ closed }) => !closed);
		await until(() => other?.blocks.length === 1);
		expect(errors).toEqual([new Error("a defect of the formatter")]);
		expect(streams.count).toBe(2);
	});

	test("readers who come, go and come back in any pattern have what rendering at once gives", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		// The readers of another server learn of this log by announcements of changes alone.
		const elsewhere = new AnswerLog(db);
		const farStreams = new AnswerStreams(db, elsewhere, fail);
		const random = seededRandom(5);
		const readers = Array.from({ length: 8 }, (_, i) => ({
			streams: i % 2 ? farStreams : streams,
			reader: new LocalReader(),
			here: false,
		}));
		const joinAndLeave = () => {
			for (const one of readers) {
				if (random() < 0.6) continue;
				if (one.here) one.reader.leave();
				else one.reader.join(one.streams, answerId);
				one.here = !one.here;
			}
		};
		for (let at = 0; at < TEXT.length; ) {
			const length = 1 + Math.floor(random() * 9);
			writer.append("text", TEXT.slice(at, at + length));
			at += length;
			await writer.flush();
			if (random() < 0.5) elsewhere.changedElsewhere(answerId);
			joinAndLeave();
			if (random() < 0.3) await until(() => !readers.some(({ here, reader }) => here && reader.cursor === 0));
		}
		// Half of them are cut off before the end, and come back after the log is deleted.
		for (const { reader } of readers.slice(4)) reader.leave();
		for (const one of readers.slice(0, 4)) if (!one.here) one.reader.join(one.streams, answerId);
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		elsewhere.changedElsewhere(answerId);
		await until(() => readers.slice(0, 4).every(({ reader }) => reader.closed));
		for (const one of readers.slice(4)) one.reader.join(one.streams, answerId);
		await until(() => readers.every(({ reader }) => reader.state === "done"));
		for (const { reader } of readers) expect(reader.blocks).toEqual(renderMarkdown(TEXT));
		expect([streams.count, farStreams.count]).toEqual([0, 0]);
	});

	test("a reader elsewhere who had not read the tail when the log was trimmed gets it from the row", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		const farLog = new AnswerLog(db);
		const far = new AnswerStreams(db, farLog, fail);
		writer.append("text", TEXT.slice(0, 40));
		await writer.flush();
		const reader = new LocalReader().join(far, answerId);
		await until(() => reader.cursor === 1);
		writer.append("text", TEXT.slice(40));
		writer.append("reasoning", "додумал");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		farLog.changedElsewhere(answerId);
		await until(() => reader.closed);
		expect(reader.blocks).toEqual(renderMarkdown(TEXT));
		expect([reader.state, reader.cursor, reader.reasoning]).toEqual(["done", 3, "додумал"]);
		// Nothing it had was taken away.
		expect(JSON.stringify(reader.batches)).not.toContain("truncate");
	});

	test("a thought that turns up as one late goes out of the text of every reader", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		const farLog = new AnswerLog(db);
		const far = new AnswerStreams(db, farLog, fail);
		writer.append("reasoning", "Раз. ");
		writer.append("text", "Надо *подумать*.\n\n- и так\n");
		await writer.flush();
		const early = new LocalReader().join(streams, answerId);
		const cutOff = new LocalReader().join(streams, answerId);
		const distant = new LocalReader().join(far, answerId);
		await until(() => [early, cutOff, distant].every(({ cursor }) => cursor === 2));
		cutOff.leave();
		writer.append("text", THOUGHT_END);
		writer.append("text", "Ответ **такой**");
		await writer.flush();
		await until(() => early.cursor === 3);
		expect(early.blocks).toEqual(renderMarkdown("Ответ **такой**"));
		cutOff.join(streams, answerId);
		const late = new LocalReader().join(streams, answerId);
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		farLog.changedElsewhere(answerId);
		await until(() => [early, cutOff, late, distant].every(({ closed }) => closed));
		const thought = "Раз. Надо *подумать*.\n\n- и так\n";
		for (const { blocks, reasoningBlocks, reasoningTime } of [early, cutOff, late, distant]) {
			expect(blocks).toEqual(renderMarkdown("Ответ **такой**"));
			expect(reasoningBlocks).toEqual(renderMarkdown(thought));
			expect(reasoningTime).toEqual({ ms: expect.any(Number), running: false });
		}
		const row = await db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
		expect([row.text, row.reasoning]).toEqual(["Ответ **такой**", thought]);
	});

	test("the head of a table is held back from every reader, and is text when the answer stops in it", async () => {
		const db = await openTestDb();
		const { me, conversationId, answerId, log, streams, writer } = await beingWritten(db);
		writer.append("text", "Вот:\n| Город | Насе");
		await writer.flush();
		const early = new LocalReader().join(streams, answerId);
		await until(() => early.cursor === 1);
		expect(early.blocks).toEqual(renderMarkdown("Вот:"));
		const page = async () => (await readConversation(db, me, conversationId))?.exchanges[0]?.answer.blocks;
		expect(await page()).toEqual(renderMarkdown("Вот:"));
		const late = new LocalReader(1, renderMarkdown("Вот:")).join(streams, answerId);
		await finishAnswer(db, log, answerId, "me", { state: "stopped" });
		await until(() => early.closed && late.closed);
		const whole = renderMarkdown("Вот:\n| Город | Насе");
		for (const { blocks } of [early, late]) expect(blocks).toEqual(whole);
		expect(await page()).toEqual(whole);
	});

	test("a lost announcement is a delay of a second and no loss", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		const deaf = new AnswerStreams(db, new AnswerLog(db), fail);
		const reader = new LocalReader().join(deaf, answerId);
		writer.append("text", "Слово.");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await until(() => reader.closed);
		expect(reader.blocks).toEqual(renderMarkdown("Слово."));
	});

	test("who comes after the end gets truncate: 0, every block and the end", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		writer.append("text", TEXT);
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "stopped" });
		const reader = new LocalReader(7, ["то, чего не было"]).join(streams, answerId);
		await until(() => reader.closed);
		const events = reader.batches.flat();
		expect(events[0]).toMatchObject({ kind: "patch", data: { truncate: 0 } });
		expect(events.slice(1, -1).every(({ data }) => "set" in data)).toBe(true);
		expect(events.at(-1)).toMatchObject({ kind: "end", data: { state: "stopped" } });
		expect(reader.blocks).toEqual(renderMarkdown(TEXT));
	});

	test("a continued answer's text goes on from the row's, and its numbers from where they were", async () => {
		const db = await openTestDb();
		const { me, answerId, log, streams, writer } = await beingWritten(db);
		writer.append("reasoning", "Думаю.");
		writer.append("text", "Первая *часть*");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "stopped" });
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		const again = await claimLease(db, answerId, "me");
		expect([again?.text, again?.last_seq]).toEqual(["Первая *часть*", 2]);

		const early = new LocalReader(2, renderMarkdown("Первая *часть*")).join(streams, answerId);
		const fresh = new LocalReader().join(streams, answerId);
		const lost = new LocalReader(1, ["?"]).join(streams, answerId);
		const second = log.openWriter(answerId, "me", 2);
		second.append("text", ", вторая **часть**");
		await second.flush();
		const late = new LocalReader().join(streams, answerId);
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await until(() => early.closed && fresh.closed && late.closed && lost.closed);
		const whole = "Первая *часть*, вторая **часть**";
		for (const { blocks, cursor } of [early, fresh, late, lost])
			expect([blocks, cursor]).toEqual([renderMarkdown(whole), 3]);
		expect([early.reasoning, fresh.reasoning, late.reasoning]).toEqual(["", "Думаю.", "Думаю."]);
		const row = await db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
		expect([row.text, row.reasoning, row.last_seq]).toEqual([whole, "Думаю.", 3]);
	});

	test("a reader elsewhere who has missed an end and the going on has the whole text while it grows", async () => {
		const db = await openTestDb();
		const { me, answerId, log, writer } = await beingWritten(db);
		const farLog = new AnswerLog(db);
		const far = new AnswerStreams(db, farLog, fail, NO_POLLS);
		writer.append("text", "Раз, *два");
		await writer.flush();
		const reader = new LocalReader().join(far, answerId);
		await until(() => reader.cursor === 1);
		writer.append("text", "*, три");
		writer.append("reasoning", "Думаю.");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "stopped" });
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		await claimLease(db, answerId, "me");
		const second = log.openWriter(answerId, "me", 3);
		second.append("text", ", четыре");
		await second.flush();
		await farLog.announce(answerId);
		await until(() => reader.cursor === 4);
		const whole = "Раз, *два*, три, четыре";
		expect([reader.blocks, reader.reasoning]).toEqual([renderMarkdown(whole), "Думаю."]);
		expect(reader.reasoningTime).toEqual({ ms: expect.any(Number), running: false });
		const late = new LocalReader().join(far, answerId);
		const cutOff = new LocalReader(1, renderMarkdown("Раз, *два")).join(far, answerId);
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await farLog.announce(answerId);
		await until(() => [reader, late, cutOff].every(({ closed }) => closed));
		for (const { blocks, cursor } of [reader, late, cutOff])
			expect([blocks, cursor]).toEqual([renderMarkdown(whole), 4]);
	});

	test("a reader whom another server has shown more than is known here keeps it, and gets what follows", async () => {
		const db = await openTestDb();
		const { answerId, log, writer } = await beingWritten(db);
		const farLog = new AnswerLog(db);
		const far = new AnswerStreams(db, farLog, fail, NO_POLLS);
		const write = async (text: string) => {
			writer.append("text", text);
			await writer.flush();
		};
		await write("Раз. ");
		const slow = new LocalReader().join(far, answerId);
		await until(() => slow.cursor === 1);
		await write("Два. ");
		const ahead = new LocalReader(2, renderMarkdown("Раз. Два.")).join(far, answerId);
		await until(() => slow.cursor === 2);
		await write("Три. ");
		await farLog.announce(answerId);
		await until(() => ahead.cursor === 3);
		await write("Четыре.");
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		const whole = renderMarkdown("Раз. Два. Три. Четыре.");
		const atEnd = new LocalReader(4, whole).join(far, answerId);
		await until(() => [slow, ahead, atEnd].every(({ state }) => state === "done"));
		for (const { blocks } of [slow, ahead, atEnd]) expect(blocks).toEqual(whole);
		expect(JSON.stringify([ahead.batches, atEnd.batches])).not.toContain("truncate");
	});

	test("in a batch of several patches only the last bears the new id", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		const reader = new LocalReader().join(streams, answerId);
		writer.append("text", "Раз\n\nДва\n\nТри");
		await writer.flush();
		await until(() => reader.batches.length > 0);
		expect(reader.batches[0]?.map(({ id }) => id)).toEqual([0, 0, 1]);
		reader.leave();
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		expect(streams.count).toBe(0);
	});

	test("that the conversation's beginning did not fit is told to those who read, and to those who come", async () => {
		const db = await openTestDb();
		const { answerId, log, streams, writer } = await beingWritten(db);
		const reader = new LocalReader().join(streams, answerId);
		writer.append("text", "Раз");
		await writer.flush();
		await db.updateTable("answers").set({ context_cut: 3 }).where("id", "=", answerId).execute();
		await log.announce(answerId);
		await until(() => reader.contextCut === 3);
		const late = new LocalReader().join(streams, answerId);
		expect([late.contextCut, late.cursor, late.blocks]).toEqual([3, 1, renderMarkdown("Раз")]);
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await until(() => reader.closed && late.closed);
	});

	test("a conversation that is deleted lets its readers go, without an end", async () => {
		const db = await openTestDb();
		const { answerId, log, streams } = await beingWritten(db);
		const reader = new LocalReader().join(streams, answerId);
		await db.deleteFrom("conversations").execute();
		await log.announce(answerId);
		await until(() => reader.closed);
		expect([reader.state, streams.count]).toEqual([undefined, 0]);
	});
});

test("as many rows of the log as are written in any answer are taken at once", () => {
	const stream = new AnswerStream();
	const entry = { seq: 1, kind: "text" as const, body: "", at: 0 };
	const row = {
		...{ state: "writing" as const, text: "", reasoning: "", reasoningMs: null, lastSeq: 0 },
		...{ contextCut: 0, model: "test-model", spareFor: null, sources: null, tools: null },
		...{ rounds: [], webSources: [] },
	};
	stream.update({ ...row, entries: [] });
	stream.update({ ...row, entries: new Array(1_000_000).fill(entry) });
	expect(stream.cursor).toBe(1);
});

describe("many readers of one answer", () => {
	eachDatabase((openTestDb) => {
		test("are given the same bytes, and the database is asked once for all of them", async () => {
			const db = await openTestDb();
			const { answerId, log, writer } = await beingWritten(db);
			const streams = new AnswerStreams(db, log, fail, NO_POLLS);
			const first = new LocalReader().join(streams, answerId);
			writer.append("text", "Начало. ");
			await writer.flush();
			await until(() => first.cursor === 1);
			const taken: Uint8Array[] = [];
			const readers = Array.from({ length: 200 }, () => {
				const reader = { take: (bytes: Uint8Array) => void taken.push(bytes), over() {} };
				return streams.follow(answerId, 1, reader);
			});
			const asked = vi.spyOn(db, "getExecutor");
			writer.append("text", "Конец.");
			await writer.flush();
			expect([taken.length, new Set(taken).size]).toEqual([200, 1]);
			// One statement, the commit itself: nobody has read anything back.
			expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
			asked.mockRestore();
			for (const leave of readers) leave();
			await finishAnswer(db, log, answerId, "me", { state: "done" });
			await until(() => first.closed);
		});
	});
});
