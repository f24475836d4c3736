import { expect, test } from "vitest";
import { importsOf } from "./imports-of.ts";
import { sourceFiles } from "./source-files.ts";

/** Groups of files that import one another, directly or not (Tarjan's strongly connected components). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
	const cycles: string[][] = [];
	const indices = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const visit = (node: string): void => {
		indices.set(node, indices.size);
		lowest.set(node, indices.get(node) ?? 0);
		stack.push(node);
		for (const next of graph.get(node) ?? []) {
			if (!indices.has(next)) visit(next);
			else if (!stack.includes(next)) continue;
			lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
		}
		if (lowest.get(node) !== indices.get(node)) return;
		const component = stack.splice(stack.indexOf(node));
		if (component.length > 1) cycles.push(component.sort());
	};
	for (const node of graph.keys()) if (!indices.has(node)) visit(node);
	return cycles;
}

test("finds a cycle over three files, and none in a diamond", () => {
	const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));
	expect(cyclesIn(graph({ a: ["b"], b: ["c"], c: ["a", "d"], d: [] }))).toEqual([["a", "b", "c"]]);
	expect(cyclesIn(graph({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
});

test("no files import one another in a circle, by type neither", () => {
	const files = sourceFiles("app", "server", "bin");
	const paths = new Set(files.map(({ path }) => path));
	const graph = new Map(
		files.map((file) => [
			file.path,
			importsOf(file)
				.map(({ target }) => target)
				.filter((target) => target !== file.path && paths.has(target)),
		]),
	);
	expect(cyclesIn(graph)).toEqual([]);
});
