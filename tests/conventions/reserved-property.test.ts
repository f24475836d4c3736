import ts from "typescript";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** React takes this property of an element for itself, also from a spread: a component finds `undefined` there. */
const RESERVED = "key";

type Component = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

function* nodesOf(root: ts.Node): Generator<ts.Node> {
	const nodes = [root];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		yield node;
		ts.forEachChild(node, (child) => void nodes.push(child));
	}
}

const isCapital = (name: string | undefined) => /^[A-Z]/.test(name ?? "");

/** Functions that bear a capital letter, themselves or by the constant that holds them. */
function componentOf(node: ts.Node): Component[] {
	if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node))
		return isCapital(node.name?.text) ? [node] : [];
	if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !isCapital(node.name.text)) return [];
	const held = node.initializer;
	return held && (ts.isArrowFunction(held) || ts.isFunctionExpression(held)) ? [held] : [];
}

const isNamed = (node: ts.Node | undefined, name: string) =>
	node !== undefined && ts.isIdentifier(node) && node.text === name;

const takes = ({ elements }: ts.ObjectBindingPattern) =>
	elements.some(({ propertyName, name }) => isNamed(propertyName ?? name, RESERVED));

/** Whether a component reads the property of its own properties; those of things within them are its own affair. */
function readsReserved({ parameters, body }: Component): boolean {
	const props = parameters[0]?.name;
	if (!props || !body) return false;
	if (ts.isObjectBindingPattern(props)) return takes(props);
	if (!ts.isIdentifier(props)) return false;
	return [...nodesOf(body)].some((node) => {
		if (ts.isPropertyAccessExpression(node))
			return isNamed(node.expression, props.text) && isNamed(node.name, RESERVED);
		if (!ts.isVariableDeclaration(node) || !isNamed(node.initializer, props.text)) return false;
		return ts.isObjectBindingPattern(node.name) && takes(node.name);
	});
}

function isFound(path: string, text: string): boolean {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	return [...nodesOf(file)].flatMap(componentOf).some(readsReserved);
}

test("no component has a property that React keeps to itself", () => {
	const found = sourceFiles("app")
		.filter(({ path, text }) => path.endsWith(".tsx") && /\bkey\b/.test(text))
		.filter(({ path, text }) => isFound(path, text));
	expect(found.map(({ path }) => path)).toEqual([]);
});

test.each([
	["function Sale({ act, key }: Props) { return <b>{key}</b>; }", true],
	["const Sale = ({ key: plan }: Props) => <b>{plan}</b>;", true],
	["const Sale = (props: Props) => <b>{props.key}</b>;", true],
	["export default function Sale(props: Props) { const { key } = props; return <b>{key}</b>; }", true],
	["const Sale = memo(function Sale({ key }: Props) { return <b>{key}</b>; });", true],
	["function Row({ row: { key } }: Props) { return <b>{key}</b>; }", false],
	["function Rows({ rows }: Props) { return rows.map((row) => <Row key={row.key} row={row} />); }", false],
	["function rowOf({ key }: Line) { return key; }", false],
])("of %s it is %s", (text, isIt) => {
	expect(isFound("sample.tsx", text)).toBe(isIt);
});
