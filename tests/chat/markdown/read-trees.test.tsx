import { tests as examples } from "commonmark-spec";
import { renderToString } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { areReadable, readTrees } from "../../../app/chat/markdown/view/read-trees.ts";
import { TreeView } from "../../../app/chat/markdown/view/tree-view.tsx";
import { HARD_ANSWERS } from "../../../bin/bench/chat/hard-answers.ts";
import { SHOWCASE } from "../../support/fakes/fake-model-text.ts";
import { NODE, pageElement } from "./page-elements.ts";
import { CORPUS } from "./samples/corpus.ts";
import { GITHUB } from "./samples/github-examples.ts";
import { seededRandom } from "./samples/random.ts";
import { randomAnswer } from "./samples/random-answer.ts";

beforeAll(() => void vi.stubGlobal("Node", NODE));

const LABELS = { copy: "Скопировать", copied: "Скопировано", code: "Код" };
const NOTES = { notes: "Сноски", note: "Сноска", back: "Вернуться к тексту, сноска", place: "место" };
const show = (blocks: readonly Tree[]) =>
	renderToString(<TreeView blocks={blocks} id="t" labels={{ ...LABELS, ...NOTES }} />);

/** How many of these texts were read back; each of them shows the same again. */
function readAgain(texts: readonly string[]): number {
	let count = 0;
	for (const text of texts) {
		const blocks = renderMarkdown(text);
		if (!areReadable(blocks)) continue;
		const html = show(blocks);
		expect(show(readTrees(pageElement(html))), text.slice(0, 2_000)).toBe(html);
		count++;
	}
	return count;
}

test("every example of the specifications shows the same when it is read from its page", () => {
	expect(readAgain(examples.map(({ markdown }) => markdown.replaceAll("→", "\t")))).toBe(652);
	expect(readAgain(GITHUB.map(([, markdown]) => markdown))).toBeGreaterThan(10);
});

test("so do answers such as models write, with long code, tables and formulas", () => {
	expect(readAgain(Object.values(CORPUS))).toBeGreaterThan(10);
	expect(readAgain([SHOWCASE])).toBe(1);
	expect(readAgain(HARD_ANSWERS.map((text) => text.slice(0, 20_000)))).toBe(HARD_ANSWERS.length);
	const random = seededRandom(14);
	expect(readAgain(Array.from({ length: 200 }, () => randomAnswer(random)))).toBeGreaterThan(100);
	const code = (lang: string) => `\`\`\`${lang}\n${"const a = 'б';\n".repeat(2_000)}\`\`\``;
	expect(readAgain([code("ts"), code(""), code("1c"), code("Код"), code("неведомый")])).toBe(5);
});

test("headings keep their levels, also those below the deepest", () => {
	const levels = [1, 3, 2, 6, 6, 5, 4, 4, 1, 5];
	const text = levels.map((level) => `${"#".repeat(level)} Глава\n\n> # Внутри\n`).join("\n");
	expect(readAgain([text, ...levels.map((level) => `${"#".repeat(level)} Глава`)])).toBe(levels.length + 1);
});

test("what is shown elsewhere, or not in whole, is not readable", () => {
	expect(areReadable(renderMarkdown("Слово[^1]\n\n[^1]: Сноска"))).toBe(false);
	expect(areReadable([["plain", { cut: true }, "x"]])).toBe(false);
	expect(areReadable([["p", null, ["unknown", null, "x"]]])).toBe(false);
});
