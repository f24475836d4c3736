import { tests as examples } from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { applyPatches } from "../../../app/chat/markdown/live/patch.ts";
import { RunningMarkdown } from "../../../app/chat/markdown/live/running-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { CORPUS } from "./samples/corpus.ts";
import { GITHUB } from "./samples/github-examples.ts";
import { seededRandom } from "./samples/random.ts";

/** Every text with and without a line end, by where it is from. */
const TEXTS = Map.groupBy(
	[
		...examples.map(({ section, markdown }) => [section, markdown.replaceAll("→", "\t")] as const),
		...GITHUB.map(([rule, markdown]) => [`GitHub ${rule.slice(0, 3)}`, markdown] as const),
		...Object.values(CORPUS)
			.filter((text) => text.length < 300)
			.map((text) => ["corpus", text] as const),
	].flatMap(([section, text]) => {
		const bare = text.replace(/\n$/, "");
		return [
			{ section, text: bare },
			{ section, text: `${bare}\n` },
		];
	}),
	({ section }) => section,
);

/** What is shown when the text comes in these pieces: by the writer, and by a reader of its patches. */
function streamed(pieces: readonly string[]): [string, string] {
	const live = new LiveMarkdown();
	let read: Tree[] = [];
	for (const piece of pieces) read = applyPatches(read, live.append(piece));
	return [JSON.stringify(live.blocks), JSON.stringify(read)];
}

/** What the readers of a running answer see once it has ended: until then the head of a table may be held back. */
function streamedToItsEnd(pieces: readonly string[]): string {
	const running = new RunningMarkdown();
	let read: Tree[] = [];
	for (const piece of pieces) read = applyPatches(read, running.append(piece));
	return JSON.stringify(applyPatches(read, running.release()));
}

/** Nothing but such a line is ever held back. */
const mayBeHeld = (text: string) => text.includes("|");

function cutsOf(text: string, random: () => number): string[][] {
	const cuts = Array.from({ length: text.length }, (_, at) => [text.slice(0, at), text.slice(at)]);
	const [first = 0, second = 0] = [random(), random()].sort().map((at) => Math.floor(at * text.length));
	const three = [text.slice(0, first), text.slice(first, second), text.slice(second)];
	return [...cuts, text.split(""), [...text], three];
}

describe("however a text is cut into pieces, it shows what the whole text shows", () => {
	test.each([...TEXTS])("%s", (_section, texts) => {
		const random = seededRandom(17);
		for (const { text } of texts) {
			const whole = JSON.stringify(renderMarkdown(text));
			const others = cutsOf(text, random).filter(
				(pieces) =>
					streamed(pieces).some((shown) => shown !== whole) ||
					(mayBeHeld(text) && streamedToItsEnd(pieces) !== whole),
			);
			expect({ text, others }).toEqual({ text, others: [] });
		}
	});
});

test.each([
	[['Смотрите [доки](https://nodejs.org/ "Node docs', ' page")']],
	[["[a](</my u", "ri>)"]],
	[["![a](/u 't", "itle')"]],
	[["[a](/u (t", "itle))"]],
	[["-     -", "  ", "    -", "   -"]],
	[["> *     *", "     *"]],
	[["- _\n-     -", "-   -"]],
])("pieces that were shown otherwise: %j", (pieces) => {
	const whole = JSON.stringify(renderMarkdown(pieces.join("")));
	expect(streamed(pieces)).toEqual([whole, whole]);
});
