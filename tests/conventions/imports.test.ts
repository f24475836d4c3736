import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routeConfig from "../../app/routes.ts";
import { LAYERS, moduleOf, SIDE_MODULES } from "../../bin/architecture/layers.ts";
import { relativeImports, sourceFiles } from "./source-files.ts";

const layerOf = (module: string) =>
	LAYERS.findIndex((layer) => (layer as readonly string[]).includes(module));

test("every module has its layer", () => {
	const modules = new Set(sourceFiles("app").flatMap(({ path }) => moduleOf(path) ?? []));
	const placed = [...LAYERS.flat(), ...Object.keys(SIDE_MODULES)];
	expect([...modules].filter((module) => !placed.includes(module))).toEqual([]);
});

test("imports go down the layers only", () => {
	const wrong: string[] = [];
	for (const file of sourceFiles("app")) {
		const from = moduleOf(file.path);
		if (!from) continue;
		for (const target of relativeImports(file)) {
			const to = moduleOf(target);
			if (to && to !== from && !mayImport(from, to, file, target)) wrong.push(`${file.path} → ${target}`);
		}
	}
	expect(wrong).toEqual([]);
});

function mayImport(from: string, to: string, file: { path: string; text: string }, target: string): boolean {
	if (from in SIDE_MODULES) return (SIDE_MODULES[from] ?? []).includes(to);
	if (to in SIDE_MODULES) return true;
	// A frame may know the shape of the data that its screen loads, and nothing else of a route.
	if (from === "layouts" && to === "routes") return isTypeImport(file.text, target);
	return layerOf(to) > layerOf(from) || (from === "routes" && to === "layouts");
}

const isTypeImport = (text: string, target: string) => {
	const name = target.split("/").at(-1) ?? "";
	return text
		.split("\n")
		.filter((line) => line.includes(`/${name}"`))
		.every((line) => line.startsWith("import type"));
};

test("no route imports another", () => {
	const routes = new Set(filesOf(routeConfig as RouteConfigEntry[]).map((file) => `app/${file}`));
	const wrong = sourceFiles("app").flatMap((file) =>
		relativeImports(file)
			.filter((target) => routes.has(target) && !isTypeImport(file.text, target))
			.map((target) => `${file.path} → ${target}`),
	);
	expect(wrong).toEqual([]);
});

const filesOf = (entries: RouteConfigEntry[]): string[] =>
	entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);

test("a file has at most 300 lines", () => {
	const long = sourceFiles("app", "server", "bin").filter(({ text }) => text.split("\n").length > 300);
	expect(long.map(({ path }) => path)).toEqual([]);
});
