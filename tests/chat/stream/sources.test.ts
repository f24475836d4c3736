import { expect, test } from "vitest";
import type { AnswerUpdate } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { applyPatches, type Patch } from "../../../app/chat/markdown/live/patch.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { AnswerStream } from "../../../app/chat/stream/answer-stream.server.ts";

const GIVEN = [{ file: "f", name: "a.txt", first: 1, of: 2, passages: null, found: 2 }];

const update = (text: string, sources: string | null, more: Partial<AnswerUpdate> = {}): AnswerUpdate => ({
	...{ state: "writing", text: "", reasoning: "", reasoningMs: null, lastSeq: 0, contextCut: 0 },
	...{ model: "m", spareFor: null, rounds: [], webSources: [], tools: null },
	sources,
	entries: text === "" ? [] : [{ seq: 1, kind: "text", body: text, at: 1 }],
	...more,
});

/** What a reader shows, and the events other than patches. */
function reader() {
	let blocks: Tree[] = [];
	const events: { kind: string; data: unknown }[] = [];
	return {
		get blocks() {
			return JSON.stringify(blocks);
		},
		events,
		take(bytes: Uint8Array) {
			for (const [, kind = "", data = ""] of Buffer.from(bytes)
				.toString()
				.matchAll(/event: (\w+)\ndata: (.*)\n/g)) {
				if (kind === "patch") blocks = applyPatches(blocks, [JSON.parse(data) as Patch]);
				else events.push({ kind, data: JSON.parse(data) });
			}
		},
		over() {},
	};
}

test("readers learn what may be cited before the first piece, and who comes later too", () => {
	const stream = new AnswerStream();
	const [first, second] = [reader(), reader()];
	stream.join(first, 0);
	stream.update(update("", null));
	stream.update(update("", JSON.stringify(GIVEN)));
	stream.take([{ seq: 1, kind: "text", body: "Так [1] и [9", at: 1 }]);
	stream.join(second, 0);
	for (const one of [first, second]) {
		expect(one.events).toEqual([{ kind: "sources", data: { given: GIVEN, webSources: [] } }]);
		expect(one.blocks).toBe('[["p",null,"Так\u00a0",["cite",{"n":1},"1"]," и"]]');
	}
	stream.take([{ seq: 2, kind: "text", body: "9].", at: 2 }]);
	expect(first.blocks).toBe('[["p",null,"Так\u00a0",["cite",{"n":1},"1"]," и [99]."]]');
});

test("a piece that was faster than what may be cited is shown anew with its citations", () => {
	const stream = new AnswerStream();
	const one = reader();
	stream.join(one, 0);
	stream.update(update("", null));
	stream.take([{ seq: 1, kind: "text", body: "Так [1]", at: 1 }]);
	expect(one.blocks).toBe('[["p",null,"Так [1]"]]');
	stream.update(update("", JSON.stringify(GIVEN)));
	expect(one.blocks).toBe('[["p",null,"Так\u00a0",["cite",{"n":1},"1"]]]');
});

test("with the end comes what is cited, and the text is not formatted once more for it", () => {
	const stream = new AnswerStream();
	const one = reader();
	stream.join(one, 0);
	stream.update(update("Так [1]", JSON.stringify(GIVEN)));
	const before = stream.blocks;
	const cited = JSON.stringify([{ ...GIVEN[0], cited: [{ n: 1, page: 1, section: null, quote: "Слова" }] }]);
	stream.update(update("", cited, { state: "done", text: "Так [1]", lastSeq: 1 }));
	expect(stream.blocks).toBe(before);
	expect(one.events.map(({ kind }) => kind)).toEqual(["sources", "sources", "end"]);
	expect(one.blocks).toBe('[["p",null,"Так\u00a0",["cite",{"n":1},"1"]]]');
});
