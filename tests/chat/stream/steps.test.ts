import { expect, test, vi } from "vitest";
import type { AnswerUpdate } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { inSteps } from "../../../app/chat/markdown/highlight/in-steps.server.ts";
import { applyPatches, type Patch } from "../../../app/chat/markdown/live/patch.ts";
import { RunningParts, treesOfParts } from "../../../app/chat/markdown/live/running-parts.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { AnswerStream } from "../../../app/chat/stream/answer-stream.server.ts";
import type { ShownRound } from "../../../app/chat/tools/shown-step.ts";
import { chop, seededRandom } from "../markdown/samples/random.ts";
import { randomAnswer } from "../markdown/samples/random-answer.ts";

const FIRST = "Смотрю:\n\n```js\nlet a";
const round = (
	n: number,
	textTo: number,
	reasoningTo = 0,
	reasoningMs: number | null = null,
): ShownRound => ({
	...{ round: n, textTo, reasoningTo, reasoningMs },
	...{ endedAt: n, cites: 0, steps: [] },
});
const entry = (seq: number, body: string) => ({ seq, kind: "text" as const, body, at: seq });
const update = (more: Partial<AnswerUpdate>): AnswerUpdate => ({
	...{
		state: "writing",
		text: "",
		reasoning: "",
		reasoningMs: null,
		lastSeq: 0,
		contextCut: 0,
		model: "m",
		spareFor: null,
	},
	...{ sources: null, rounds: [], webSources: [], tools: null, entries: [] },
	...more,
});

/** A reader as the browser is one: patches count once their batch is whole, or with the steps after them. */
function reader() {
	let [blocks, batch, cursor] = [[] as Tree[], [] as Patch[], 0];
	let [thoughts, news] = [[] as Tree[], [] as Patch[]];
	const times: unknown[] = [];
	const rounds: ShownRound[][] = [];
	const pages: unknown[] = [];
	const apply = () => {
		blocks = applyPatches(blocks, batch);
		thoughts = applyPatches(thoughts, news);
		[batch, news] = [[], []];
	};
	return {
		rounds,
		pages,
		times,
		get blocks() {
			return blocks;
		},
		get thoughts() {
			return thoughts;
		},
		take(bytes: Uint8Array) {
			const events = Buffer.from(bytes)
				.toString()
				.matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n/g);
			for (const [, id, kind = "", data = ""] of events) {
				if (kind === "patch" || kind === "reasoning") {
					const change = JSON.parse(data);
					if ("ms" in change) times.push(change);
					else (kind === "patch" ? batch : news).push(change as Patch);
					if (Number(id) <= cursor) continue;
					cursor = Number(id);
					apply();
				}
				if (kind === "end") apply();
				if (kind === "sources") pages.push(JSON.parse(data).webSources);
				if (kind === "steps") {
					apply();
					rounds.push(JSON.parse(data).rounds);
				}
			}
		},
		over() {},
	};
}

const ENDED: Tree[] = [
	["p", null, "Смотрю:"],
	["codeblock", { lang: "js" }, "let a"],
	["steps", { round: 1 }],
	["p", null, "Вот ", ["strong", null, "ответ"]],
];

test("the text of a round and the next one are formatted each for itself, with the place between", async () => {
	const text = `${FIRST}\n\nВот **ответ**`;
	const parts = new RunningParts(text, [round(1, FIRST.length)]);
	expect(parts.blocks).toEqual(ENDED);
	expect(await inSteps(treesOfParts(text, [round(1, FIRST.length)]))).toEqual(ENDED);
});

test("however an answer arrives, its parts are those of a page that is loaded anew", async () => {
	const random = seededRandom(16);
	for (let run = 0; run < 40; run++) {
		const texts = [randomAnswer(random), randomAnswer(random), randomAnswer(random)];
		const places: ShownRound[] = [];
		const running = new RunningParts();
		let shown: Tree[] = [];
		let all = "";
		for (const [i, text] of texts.entries()) {
			for (const piece of chop(text, 12, random)) shown = applyPatches(shown, running.append(piece));
			all += text;
			if (i === texts.length - 1) break;
			places.push(round(i + 1, all.length));
			shown = applyPatches(shown, running.place(round(i + 1, all.length)));
		}
		shown = applyPatches(shown, running.release());
		expect(shown).toEqual(await inSteps(treesOfParts(all, places)));
	}
});

test("readers see the steps where they were made: live, late, and where the next text was faster", () => {
	const texts = [FIRST, "\n\nВот **от", "вет**"];
	const [a, b, c] = texts as [string, string, string];
	const rounds = [round(1, FIRST.length)];
	const streams = {
		inOrder: (stream: AnswerStream) => {
			stream.take([entry(1, a)]);
			stream.update(update({ rounds }));
			stream.take([entry(2, b)]);
			stream.take([entry(3, c)]);
		},
		late: (stream: AnswerStream) => {
			stream.take([entry(1, a)]);
			stream.take([entry(2, b)]);
			stream.update(update({ rounds, entries: [entry(3, c)] }));
		},
		// The round is read, the text before it not yet.
		early: (stream: AnswerStream) => {
			stream.update(update({ rounds }));
			stream.take([entry(1, a)]);
			stream.take([entry(2, b)]);
			stream.update(update({ rounds, entries: [entry(3, c)] }));
		},
		atTheEnd: (stream: AnswerStream) => stream.take([entry(1, a)]),
	};
	for (const [name, run] of Object.entries(streams)) {
		const stream = new AnswerStream();
		const [first, second] = [reader(), reader()];
		stream.join(first, 0);
		stream.update(update({}));
		run(stream);
		// It has a page with all of the text so far, and perhaps without the place of the round.
		stream.join(second, stream.cursor ?? 0);
		stream.update(update({ state: "done", text: texts.join(""), lastSeq: 3, rounds }));
		for (const one of [first, name === "atTheEnd" ? first : second]) {
			expect(one.blocks, name).toEqual(ENDED);
			expect(one.rounds.at(-1), name).toEqual(rounds);
		}
	}
});

test("a call that starts or ends is told by itself", () => {
	const stream = new AnswerStream();
	const one = reader();
	stream.join(one, 0);
	const step = { id: "a.1.1", tool: "weather", server: null, title: "Погода", args: "{}", summary: null };
	const withState = (state: "started" | "done"): ShownRound[] => {
		const time = state === "started" ? { ms: null, startedAt: Date.now() } : { ms: 9_000, startedAt: null };
		const ended = { state, code: null, errorCode: null, sources: [], pictures: [] };
		return [{ ...round(1, 0), steps: [{ ...step, ...ended, ...time }] }];
	};
	vi.useFakeTimers();
	const started = withState("started");
	stream.update(update({}));
	stream.update(update({ rounds: started }));
	// That time passes is told to nobody, but who comes later is told how much has passed.
	vi.advanceTimersByTime(4_000);
	stream.update(update({ rounds: started }));
	const late = reader();
	stream.join(late, stream.cursor ?? 0);
	expect(late.rounds.at(-1)?.[0]?.steps[0]?.ms).toBe(4_000);
	stream.update(update({ rounds: withState("done") }));
	vi.useRealTimers();
	expect(one.rounds.map(([round]) => round?.steps[0]?.state)).toEqual(["started", "done"]);
	expect(one.rounds.map(([round]) => round?.steps[0]?.ms)).toEqual([0, 9_000]);
	expect(one.blocks).toEqual([["steps", { round: 1 }]]);
});

test("what calls have found may be cited in the text after them, and not in that before", () => {
	const page = { n: 1, url: "https://a.ru/", title: "А", host: "a.ru", snippet: "", date: null };
	const rounds = [{ ...round(1, 8), cites: 1 }];
	const whole = "Ищу [1].\n\nВот [1] и [2].";
	const shown = [
		["p", null, "Ищу [1]."],
		["steps", { round: 1 }],
		["p", null, "Вот\u00a0", ["cite", { n: 1 }, "1"], " и [2]."],
	];
	const found = update({ rounds, webSources: [page] });
	const streams = {
		inOrder: (stream: AnswerStream) => {
			stream.update(update({ rounds: [round(1, 8)] }));
			stream.update(found);
			stream.take([entry(2, whole.slice(8))]);
		},
		// The text of the next round was faster than what the calls have found.
		late: (stream: AnswerStream) => {
			stream.update(update({ rounds: [round(1, 8)] }));
			stream.take([entry(2, whole.slice(8))]);
			stream.update(found);
		},
		together: (stream: AnswerStream) => {
			stream.update({ ...found, entries: [entry(2, whole.slice(8))] });
		},
	};
	for (const [name, run] of Object.entries(streams)) {
		const stream = new AnswerStream();
		const [first, second] = [reader(), reader()];
		stream.join(first, 0);
		stream.update(update({ entries: [entry(1, whole.slice(0, 8))] }));
		run(stream);
		stream.join(second, 0);
		stream.update(update({ ...found, state: "done", text: whole, lastSeq: 2 }));
		for (const one of [first, second]) {
			expect(one.blocks, name).toEqual(shown);
			expect(one.pages.at(-1), name).toEqual([page]);
		}
	}
});

test("a whole text is formatted as a running one, with what may be cited after each place", async () => {
	const places = [round(1, 4), { ...round(2, 8), cites: 2 }];
	const text = "[1].[2].[1][2][3]";
	const live = new RunningParts();
	for (const [i, part] of [text.slice(0, 4), text.slice(4, 8), text.slice(8)].entries()) {
		live.append(part);
		const place = places[i];
		if (place) live.place({ ...place, cites: 0 });
		if (place) expect(live.mayCite(place.cites)).toBe(true);
	}
	expect(live.mayCite(3)).toBe(false);
	live.release();
	const whole = await inSteps(treesOfParts(text, places));
	expect(live.blocks).toEqual(whole);
	expect(JSON.stringify(whole)).toBe(
		JSON.stringify([
			["p", null, "[1]."],
			["steps", { round: 1 }],
			["p", null, "[2]."],
			["steps", { round: 2 }],
			["p", null, ["cite", { n: 1 }, "1"], ["cite", { n: 2 }, "2"], "[3]"],
		]),
	);
});

test("reasoning stands where it happened: live, late, and where that of the next round was faster", () => {
	const said = (seq: number, kind: "text" | "reasoning", body: string) => ({ seq, kind, body, at: seq });
	const log = [
		said(1, "reasoning", "Надо *искать"),
		said(2, "text", "Ищу."),
		said(3, "reasoning", "Теперь *считать"),
		said(4, "text", "\n\nИтого"),
	];
	const rounds = [round(1, 4, 12, 2_000), round(2, 4, 27, 3_000)];
	const [a, b, c, d] = log as [(typeof log)[0], (typeof log)[0], (typeof log)[0], (typeof log)[0]];
	const [first] = rounds as [ShownRound, ShownRound];
	const streams = {
		inOrder: (stream: AnswerStream) => {
			stream.take([a, b]);
			stream.update(update({ rounds: [first] }));
			stream.take([c]);
			stream.update(update({ rounds }));
			stream.take([d]);
		},
		late: (stream: AnswerStream) => {
			for (const one of log) stream.take([one]);
			stream.update(update({ rounds }));
		},
		// The rounds are read, what was said before them not yet.
		early: (stream: AnswerStream) => {
			stream.update(update({ rounds }));
			for (const one of log) stream.take([one]);
			stream.update(update({ rounds }));
		},
	};
	const thoughts: Tree[] = [
		["p", null, "Надо *искать"],
		["steps", { round: 1 }],
		["p", null, "Теперь *считать"],
		["steps", { round: 2 }],
	];
	const blocks: Tree[] = [
		["p", null, "Ищу."],
		["steps", { round: 1 }],
		["steps", { round: 2 }],
		["p", null, "Итого"],
	];
	for (const [name, run] of Object.entries(streams)) {
		const stream = new AnswerStream();
		const [one, other] = [reader(), reader()];
		stream.join(one, 0);
		stream.update(update({}));
		run(stream);
		stream.join(other, stream.cursor ?? 0);
		const [text, reasoning] = ["Ищу.\n\nИтого", "Надо *искатьТеперь *считать"];
		stream.update(
			update({ state: "done", text, reasoning, reasoningMs: 3_000, lastSeq: 4, rounds, entries: [] }),
		);
		for (const each of [one, other]) {
			expect(each.thoughts, name).toEqual(thoughts);
			expect(each.blocks, name).toEqual(blocks);
			expect(each.times.at(-1), name).toEqual({ ms: 3_000, running: false });
		}
		// While calls run, nothing is reasoned: that is told before the end.
		const still = one.times.filter((time) => JSON.stringify(time) === '{"ms":3000,"running":false}');
		if (name === "inOrder") expect(still).toHaveLength(2);
	}
});
