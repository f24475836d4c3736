import { expect, test } from "vitest";
import { inSteps } from "../../../app/chat/markdown/highlight/in-steps.server.ts";
import { BoundedMarkdown } from "../../../app/chat/markdown/live/bounded-markdown.server.ts";
import { applyPatches } from "../../../app/chat/markdown/live/patch.ts";
import { RunningMarkdown } from "../../../app/chat/markdown/live/running-markdown.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { extent } from "../../support/extent.ts";
import { chop, seededRandom } from "./samples/random.ts";
import { randomAnswer } from "./samples/random-answer.ts";

const TABLE = "| Город | Население |\n|-------|----------:|\n| Казань | 1,3 млн |\n| Пермь | 1 млн |\n";
const lettersOf = (tree: Tree): string =>
	typeof tree === "string" ? tree : (tree.slice(2) as Tree[]).map(lettersOf).join("");
const shown = (text: string) => new RunningMarkdown(text).blocks.map(lettersOf).join("\n");
/** What a reader sees at each length of the text. */
const moments = (text: string) => Array.from(text, (_, at) => shown(text.slice(0, at + 1)));

test.each([
	["alone", TABLE],
	["after words", `Вот они:\n\n${TABLE}`],
	["right below words", `Вот они:\n${TABLE}`],
	["in a list", `- Вот они:\n\n${TABLE.replace(/^/gm, "  ")}`],
	["as an item of a list", `1. ${TABLE.replaceAll("\n|", "\n   |")}`],
	["in a quote", `> Вот они:\n>\n${TABLE.replace(/^(?=.)/gm, "> ")}`],
	["after another table", `${TABLE}\n${TABLE}`],
])("a table %s is never seen as bars and dashes", (_place, text) => {
	for (const seen of moments(text)) expect(seen).not.toMatch(/\||--/);
	expect(shown(text)).toContain("Пермь");
});

test("words that a table begins after stay, and its rows come word by word", () => {
	expect(shown("Вот они:\n| Город")).toBe("Вот они:");
	expect(shown(`${TABLE.slice(0, TABLE.indexOf(" млн"))}`)).toContain("1,3");
});

test("what becomes no table is text as soon as that is certain, and at the end in any case", () => {
	expect(shown("| x | — модуль числа\nи больше ничего")).toContain("| x | — модуль");
	expect(shown("| x |\n\nДальше")).toContain("| x |");
	for (const text of [
		"| x | — модуль",
		"Сказано:\n| Город | Насе",
		"| Город | Население |\n|---",
		"> - | a",
	]) {
		const running = new RunningMarkdown(text);
		const before = [...running.blocks];
		expect(before.map(lettersOf).join("")).not.toContain("|");
		const after = applyPatches(before, running.release());
		expect(after).toEqual(new BoundedMarkdown(text).blocks);
		expect(after).toEqual(running.blocks);
		expect(after.map(lettersOf).join("")).toContain("|");
		expect(running.release()).toEqual([]);
	}
});

test("bars in code and in formulas are not waited for", () => {
	for (const start of ["```hs\n", "    ", "$$\n"]) {
		const text = `${start}x = 1\n${start.trim() === "" ? start : ""}| otherwise`;
		expect(new RunningMarkdown(text).blocks).toEqual(new BoundedMarkdown(text).blocks);
	}
});

/** Texts where nearly every line may be a head, a row of dashes or something around them. */
function randomBars(random: () => number): string {
	const scraps =
		"| a | b |;|---|:-:|;\n;\n;\n\n;|;-;- ;> ;1. ;  ;    ;a;```\n;$$;|-|;[a]: /x\n;\r\n;\r;# ;*;\\|".split(
			";",
		);
	return Array.from({ length: 40 }, () => scraps[Math.floor(random() * scraps.length)]).join("");
}

test("is the same however it was split, in steps and as a whole, and after the end that of the text", async () => {
	const random = seededRandom(31);
	for (let i = 0; i < extent(120, 400); i++) {
		const text = i % 20 === 0 ? `${randomAnswer(random)}\n${TABLE}` : randomBars(random);
		const live = new RunningMarkdown();
		let read: Tree[] = [];
		let written = "";
		for (const piece of chop(text, i % 20 === 0 ? 40 : 6, random)) {
			read = applyPatches(read, live.append(piece));
			written += piece;
			if (i % 20 === 0 && random() < 0.9) continue;
			expect({ written, read }).toEqual({ written, read: new RunningMarkdown(written).blocks });
		}
		expect((await inSteps(RunningMarkdown.reading(text), async () => {})).blocks).toEqual(read);
		read = applyPatches(read, live.release());
		expect({ text, read }).toEqual({ text, read: new BoundedMarkdown(text).blocks });
	}
});
