import { relativeImports, type SourceFile } from "../../tests/conventions/source-files.ts";
import { LAYERS, moduleOf, SIDE_MODULES } from "./layers.ts";

/** The loose files of `app/`: `root.tsx`, `routes.ts`, `entry.*`. */
export const ENTRY = "app root";
/** The HTTP server around the build, `server/`. */
export const SERVER = "server";

export type Module = {
	name: string;
	files: number;
	/** How many imports lead to each other module, types as well. */
	imports: ReadonlyMap<string, number>;
};

/** A group of modules on one level of the picture. */
export type Layer = { title: string; modules: Module[] };

/**
 * The modules of the program with the imports between them, from the top layer to the bottom one.
 * @param files the TypeScript files of `app/` and `server/`
 */
export function graphOf(files: readonly SourceFile[]): Layer[] {
	const byModule = Map.groupBy(files, ({ path }) => nodeOf(path));
	const moduleNamed = (name: string): Module => {
		const own = byModule.get(name) ?? [];
		return { name, files: own.length, imports: importsOf(own, name) };
	};
	const layer = (title: string, names: readonly string[]) => ({ title, modules: names.map(moduleNamed) });
	const numbered = LAYERS.map((names, index) => layer(`layer ${index + 1}`, names));
	// The platform uses no module at all, and some of those beside the layers use it.
	return [
		layer("entry", [SERVER, ENTRY]),
		...numbered.slice(0, -1),
		layer("beside", Object.keys(SIDE_MODULES)),
		...numbered.slice(-1),
	];
}

const nodeOf = (path: string): string => {
	if (path.startsWith("server/")) return SERVER;
	// A type that the framework generates for a route (`./+types/root`) belongs to the file that imports it.
	return path.startsWith("app/+types/") ? ENTRY : (moduleOf(path) ?? ENTRY);
};

function importsOf(files: readonly SourceFile[], self: string): Map<string, number> {
	const targets = files
		.flatMap(relativeImports)
		.filter((target) => /^(app|server)\//.test(target))
		.map(nodeOf)
		.filter((name) => name !== self);
	const groups = Map.groupBy(targets, (name) => name);
	return new Map([...groups].map(([name, group]) => [name, group.length]));
}
