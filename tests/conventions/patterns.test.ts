import ts from "typescript";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/**
 * A repeated group that holds a repeated «any character»: a text that does not fit is shared out among the repetitions
 * in every way there is, twice as many with each character.
 */
const ANY_IN_REPETITION =
	/\((?:\?[:=!])?(?:[^()\\]|\\.)*?(?:\[\\s\\S\]|\[\^\]|(?<!\\)\.)[*+](?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\})/;
/** Files without one are not parsed. */
const REPETITION = /\)(?:[*+]|\{\d)/;

function* patternsOf(text: string, path: string): Generator<string> {
	const nodes: ts.Node[] = [ts.createSourceFile(path, text, ts.ScriptTarget.Latest)];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		if (ts.isRegularExpressionLiteral(node)) yield node.text;
		ts.forEachChild(node, (child) => void nodes.push(child));
	}
}

test("check 54: no pattern repeats a group that repeats any character", () => {
	const found = sourceFiles("app", "server")
		.filter(({ text }) => REPETITION.test(text))
		.flatMap(({ path, text }) =>
			[...patternsOf(text, path)]
				.filter((pattern) => ANY_IN_REPETITION.test(pattern))
				.map((pattern) => `${path}: ${pattern}`),
		);
	expect(found).toEqual([]);
	const samples = [
		/(<!--[\s\S]*?-->\s*)*</,
		/(?:a.*b)+c/,
		/(<!--(?:(?!-->)[\s\S])*-->\s*)*</,
		/(\d+(?:\.\d+)?)*/,
	];
	expect(samples.map(({ source }) => ANY_IN_REPETITION.test(source))).toEqual([true, true, false, false]);
});
