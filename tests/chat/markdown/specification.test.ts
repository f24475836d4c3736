import { tests as examples } from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { nodesOf, parseHtml, spelled, TRANSLATIONS, translate } from "./html.ts";
import { joined } from "./joined.ts";
import { COMMONMARK } from "./samples/deviations.ts";
import { GITHUB } from "./samples/github-examples.ts";

const ours = (markdown: string) => spelled(nodesOf(joined(renderMarkdown(markdown))));

/**
 * How an example comes out otherwise: the translations that its HTML needs to be like ours, or `otherwise`
 * when these do not suffice.
 */
function deviationsOf(markdown: string, html: string): string[] {
	let nodes = parseHtml(html);
	const result = ours(markdown);
	if (spelled(nodes) === result) return [];
	const names: string[] = [];
	for (const name of Object.keys(TRANSLATIONS)) {
		const translated = translate(nodes, name);
		if (!translated.done) continue;
		nodes = translated.nodes;
		names.push(name);
	}
	return spelled(nodes) === result ? names : ["otherwise"];
}

const reasonsOf = (number: number) =>
	Object.entries(COMMONMARK)
		.filter(([, numbers]) => numbers.includes(number))
		.map(([reason]) => reason);

// In the specifications an arrow stands for a tab.
const withTabs = (text: string) => text.replaceAll("→", "\t");

describe("CommonMark: every example comes out as written, or as the table of deviations says", () => {
	const bySection = Map.groupBy(examples, ({ section }) => section);
	test.each([...bySection])("%s", (_section, inSection) => {
		for (const { number, markdown, html } of inSection) {
			const found = deviationsOf(withTabs(markdown), withTabs(html));
			const reasons = reasonsOf(number);
			const expected = reasons.some((reason) => !(reason in TRANSLATIONS)) ? ["otherwise"] : reasons;
			expect({ number, found: found.sort() }).toEqual({ number, found: expected.sort() });
		}
	});
});

test("all 652 examples are there, and the table names no other", () => {
	expect(examples).toHaveLength(652);
	expect(
		Object.values(COMMONMARK)
			.flat()
			.filter((number) => number < 1 || number > 652),
	).toEqual([]);
});

describe("GitHub's extensions", () => {
	test.each(GITHUB)("%s: %j", (_rule, markdown, html) => {
		expect(ours(markdown)).toBe(spelled(parseHtml(html)));
	});
});
