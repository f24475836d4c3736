import { expect, test } from "vitest";
import type { Tree } from "../../../../app/chat/markdown/tree/tree.ts";
import type { ShownRound, ShownStep } from "../../../../app/chat/tools/shown-step.ts";
import { inOrder } from "../../../../app/routes/chat/message/steps/in-order.ts";

const p = (text: string): Tree => ["p", null, text];
const place = (round: number): Tree => ["steps", { round }];
const round = (n: number, reasoningMs: number | null): ShownRound => ({
	...{ round: n, textTo: 0, reasoningTo: 0, reasoningMs, endedAt: 0, cites: 0 },
	steps: [{ id: `a.${n}.1` } as ShownStep],
});
const shortly = (parts: ReturnType<typeof inOrder>) =>
	parts.map(({ reasoning, text, steps }) => [
		reasoning.blocks.map((tree) => tree[2]).join(),
		reasoning.ms,
		reasoning.running,
		text.map((tree) => tree[2]).join(),
		steps.map(({ id }) => id).join(),
	]);

test("thoughts, text and steps stand in the order in which they happened, each with its own time", () => {
	const rounds = [round(1, 2_000), round(2, 2_000), round(3, 5_000)];
	const blocks = [p("Ищу"), place(1), place(2), place(3), p("Итого")];
	const thoughts = [p("а"), place(1), place(2), p("б"), place(3), p("в")];
	expect(shortly(inOrder(blocks, { blocks: thoughts, ms: 6_500, running: false }, rounds))).toEqual([
		["а", 2_000, false, "Ищу", "a.1.1,a.2.1"],
		["б", 3_000, false, "", "a.3.1"],
		["в", 1_500, false, "Итого", ""],
	]);
});

test("without reasoning, steps that nothing parts are one list", () => {
	const none = { blocks: [], ms: null, running: false };
	expect(shortly(inOrder([], none, []))).toEqual([["", null, false, "", ""]]);
	expect(shortly(inOrder([place(1), place(2), p("Да")], none, [round(1, null), round(2, null)]))).toEqual([
		["", 0, false, "", "a.1.1,a.2.1"],
		["", null, false, "Да", ""],
	]);
});

test("what is thought now is at the end, also where it was faster than its place", () => {
	const running = { blocks: [p("а"), place(1), p("б")], ms: 4_000, running: true };
	const rounds = [round(1, 1_000)];
	expect(shortly(inOrder([place(1)], running, rounds))).toEqual([
		["а", 1_000, false, "", "a.1.1"],
		["б", 3_000, true, "", ""],
	]);
	expect(shortly(inOrder([], running, rounds))).toEqual([["а,б", 4_000, true, "", ""]]);
});

test("a time that an older server has not kept is not made up", () => {
	const blocks = [place(1), p("Да")];
	const thoughts = { blocks: [p("а"), place(1), p("б")], ms: 4_000, running: false };
	expect(shortly(inOrder(blocks, thoughts, [round(1, null)])).map(([, ms]) => ms)).toEqual([null, null]);
});
