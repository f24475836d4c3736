import ts from "typescript";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const BUTTONS = new Set(["button", "Button", "IconButton"]);

/** The buttons of a screen that have a value, by the line where they begin. */
function valuesOf(text: string, path: string): string[] {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	const found: string[] = [];
	const nodes: ts.Node[] = [source];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		if (ts.isJsxOpeningLikeElement(node) && BUTTONS.has(node.tagName.getText(source))) {
			const given = node.attributes.properties.map((one) => one.getText(source));
			if (given.some((one) => /^value=/.test(one) || /^\{\.\.\.[\s\S]*\bvalue:/.test(one)))
				found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
		}
		ts.forEachChild(node, (child) => void nodes.push(child));
	}
	return found;
}

test("no button has a value, which a text browser would show: it is in a hidden field, or in the button's name", () => {
	const screens = sourceFiles("app").filter(({ path }) => path.endsWith(".tsx"));
	expect(screens.flatMap(({ path, text }) => valuesOf(text, path))).toEqual([]);
	const samples = [
		'<Button name="act" value="take" />',
		'<button {...(plain && { name: "act", value: id })}>x</button>',
		'<Button name="act=take"><input value="take" /></Button>',
	];
	expect(samples.map((text) => valuesOf(text, "a.tsx").length)).toEqual([1, 1, 0]);
});
