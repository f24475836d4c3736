import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readExchanges } from "../../../app/chat/conversations/branch.server.ts";
import { readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { readMessageText } from "../../../app/chat/conversations/read-message-text.server.ts";
import { parser } from "../../../app/chat/markdown/inline/inline-parser.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";
import { LocalReader, until } from "../stream/local-reader.ts";
import { converse } from "./long-conversation.ts";

vi.mock("../../../app/chat/conversations/branch.server.ts", { spy: true });
afterEach(() => vi.restoreAllMocks());

/** A conversation of these answers, each after a question. */
async function conversationOf(
	db: Db,
	texts: readonly string[],
	{ prompts = [] as readonly string[], reasoning = "" } = {},
) {
	const me = await somebody(db);
	const { id, answers: ids } = await converse(db, me, texts.length, (nth) => ({
		asked: prompts[nth] ?? "Вопрос",
		answered: texts[nth] ?? "",
		reasoning,
	}));
	const read = async (part?: Parameters<typeof readConversation>[3]) => {
		const shown = await readConversation(db, me, id, part);
		if (!shown) throw new Error("nothing is shown");
		return shown;
	};
	return { me, id, ids, read };
}

/** How many characters are read as Markdown, and how often everything else has its turn meanwhile. */
function watchReading() {
	const seen = { characters: 0, most: 0, turns: 0 };
	let sinceTurn = 0;
	let over = false;
	const read = parser.inline.tokenize;
	vi.spyOn(parser.inline, "tokenize").mockImplementation((state) => {
		seen.characters += state.posMax - state.pos;
		sinceTurn += state.posMax - state.pos;
		seen.most = Math.max(seen.most, sinceTurn);
		read.call(parser.inline, state);
	});
	const turn = () => {
		seen.turns++;
		sinceTurn = 0;
		if (!over) setImmediate(turn);
	};
	setImmediate(turn);
	return {
		seen,
		end: () => {
			over = true;
		},
	};
}

const RICH = "- **Слово** за `словом`, и *так* далее\n";

eachDatabase((openTestDb) => {
	test("an answer that has been shown is not read anew, and another version of it is", async () => {
		const db = await openTestDb();
		const { ids, read } = await conversationOf(db, [
			`${RICH.repeat(20)}${randomUUID()}`,
			`**${randomUUID()}**`,
		]);
		const watch = watchReading();
		const first = await read();
		const cold = watch.seen.characters;
		expect(cold).toBeGreaterThan(0);
		expect(await read()).toEqual(first);
		expect(watch.seen.characters).toBe(cold);

		await db
			.updateTable("answers")
			.set({ text: "*Другое*", last_seq: 7 })
			.where("id", "=", ids[1] ?? "")
			.execute();
		expect((await read()).exchanges[1]?.answer.blocks).toEqual([["p", null, ["em", null, "Другое"]]]);
		watch.end();
	});

	test("what its readers saw live is what the page shows next, without being read again", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const result = await ask(db, me, question("Вопрос"));
		if (result.outcome !== "asked") throw new Error(result.outcome);
		const { answerId, conversationId } = result;
		await claimLease(db, answerId, "me");
		const log = new AnswerLog(db);
		const reader = new LocalReader().join(new AnswerStreams(db, log, () => {}), answerId);
		const writer = log.openWriter(answerId, "me", 0);
		for (const piece of RICH.repeat(30).match(/.{1,40}\n?/g) ?? []) writer.append("text", piece);
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done" });
		await until(() => reader.state === "done");
		const watch = watchReading();
		const shown = await readConversation(db, me, conversationId);
		expect(shown?.exchanges[0]?.answer.blocks).toEqual(reader.blocks);
		expect(watch.seen.characters).toBe(0);
		watch.end();
	});

	test("a page of long answers lets everything else have its turn, and holds as much as a page can bear", async () => {
		const db = await openTestDb();
		const own = () => `${randomUUID()}\n\n${"*a_ ".repeat(50_000)}`;
		const { ids, read } = await conversationOf(db, Array.from({ length: 25 }, own));
		const watch = watchReading();
		const { exchanges, earlier, later } = await read();
		watch.end();
		expect(exchanges.length).toBeGreaterThan(1);
		expect(exchanges.length).toBeLessThan(25);
		expect([earlier, later]).toEqual([true, false]);
		expect(exchanges.at(-1)?.answer.id).toBe(ids.at(-1));
		expect(watch.seen.most).toBeLessThan(60_000);
		expect(watch.seen.turns).toBeGreaterThan(50);

		// What is above follows without a gap, and a message that is asked for is there.
		const above = await read({ before: exchanges[0]?.answer.id ?? null });
		const place = ids.length - exchanges.length;
		expect(above.exchanges.at(-1)?.answer.id).toBe(ids[place - 1]);
		const asked = await read({ message: ids[5] ?? null });
		expect(asked.exchanges[0]?.answer.id).toBe(ids[5]);
		expect([asked.earlier, asked.later]).toEqual([true, true]);
	});

	test.each([
		["books", "Глава. ".repeat(140_000), ""],
		["thoughts as long as books", "Ответ", "Мысль. ".repeat(140_000)],
	])("of a page of %s no more is read than is shown", async (_of, text, reasoning) => {
		const db = await openTestDb();
		const { read } = await conversationOf(db, Array(25).fill(text), { reasoning });
		vi.mocked(readExchanges).mockClear();
		const { exchanges } = await read();
		const asked = vi.mocked(readExchanges).mock.calls.reduce((count, [, places]) => count + places.length, 0);
		expect(exchanges.length).toBeGreaterThan(0);
		expect(asked).toBeLessThanOrEqual(exchanges.length + 1);
	});

	test("a question like a book is shown by its beginning, and is there as a file", async () => {
		const db = await openTestDb();
		const book = "Глава. ".repeat(100_000);
		const { me, id, read } = await conversationOf(db, ["Ответ"], { prompts: [book] });
		const prompt = (await read()).exchanges[0]?.prompt;
		expect(prompt?.cut).toBe(true);
		expect(prompt?.text.length).toBe(40_000);
		expect((await readMessageText(db, me, id, prompt?.id ?? ""))?.text).toBe(book);
		expect(await readMessageText(db, await somebody(db), id, prompt?.id ?? "")).toBeUndefined();
	});

	test("the beginning of a long question does not end in the middle of a character", async () => {
		const prompts = [`а${"🦔".repeat(30_000)}`];
		const { read } = await conversationOf(await openTestDb(), ["Ответ"], { prompts });
		const prompt = (await read()).exchanges[0]?.prompt;
		expect(prompt?.cut).toBe(true);
		expect(prompt?.text.isWellFormed()).toBe(true);
	});
});
