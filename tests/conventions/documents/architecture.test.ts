import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOCK_ORDER } from "../../../app/platform/db/lock-row.server.ts";
import { atLeast } from "../../../bin/architecture/draw.ts";
import { graphOf } from "../../../bin/architecture/graph.ts";
import { LAYERS, SIDE_MODULES } from "../../../bin/architecture/layers.ts";
import { drawArchitecture, PICTURE } from "../../../bin/architecture/picture.ts";
import { ROOT, sourceFiles } from "../source-files.ts";

test("the picture of the architecture matches the imports", () => {
	const kept = readFileSync(join(ROOT, PICTURE), "utf8");
	expect(kept === drawArchitecture(), "docs/architecture.svg is stale: run npm run architecture").toBe(true);
});

test("imports are counted from module to module, types as well, and not within one", () => {
	const layers = graphOf([
		{ path: "app/chat/a.ts", text: 'import { b } from "./b.ts";\nimport { m } from "../mail/m.ts";' },
		{ path: "app/chat/b.ts", text: 'import type { M } from "../mail/m.ts";\nimport x from "node:fs";' },
		{ path: "app/root.tsx", text: 'import type { Route } from "./+types/root";\nimport "./chat/a.ts";' },
		{ path: "server/main.ts", text: 'import type { Root } from "../app/root.tsx";' },
	]);
	const found = layers
		.flatMap(({ modules }) => modules)
		.filter(({ files }) => files > 0)
		.map(({ name, files, imports }) => [name, files, Object.fromEntries(imports)]);
	expect(found).toEqual([
		["server", 1, { "app root": 1 }],
		["app root", 1, { chat: 1 }],
		["chat", 2, { mail: 2 }],
	]);
});

test("counts are rounded down, so that one import more rarely changes the picture", () => {
	expect([0, 1, 4, 9, 10, 199].map(atLeast)).toEqual([0, 1, 2, 5, 10, 100]);
});

const read = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
const NAMING = [
	"ARCHITECTURE.md",
	"database.md",
	"glossary.md",
	"processes.md",
	"walks.md",
	"where-to-change.md",
];
const pages = NAMING.map((name) => [name, read(name)] as const);

/** The pages leave `app/` out. */
const fileOf = (path: string) => [path, `app/${path}`].find((file) => existsSync(join(ROOT, file)));

test.each(pages)("every file and folder that docs/%s names exists", (_, page) => {
	const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.tsx?|\.css|\.json|\.md))`/g)].map(
		([, path = ""]) => path,
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((path) => path.includes("/") && !fileOf(path))).toEqual([]);
});

test.each(pages)("every name that docs/%s gives with its file is in that file", (_, page) => {
	const named = [
		...page.matchAll(/((?:`[\w.]+(?:\(\))?`,? )+)(?:in|of) `([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|css|json))`/g),
	];
	expect(named.length).toBeGreaterThan(1);
	const wrong = named.flatMap(([, list = "", path = ""]) => {
		const file = fileOf(path);
		const text = file ? readFileSync(join(ROOT, file), "utf8") : "";
		const names = [...list.matchAll(/`([\w.]+)/g)].map(([, name = ""]) => name.split(".").at(-1) ?? "");
		return names
			.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
			.map((name) => `${name} in ${path}`);
	});
	expect(wrong).toEqual([]);
});

test("docs/database.md names every table with its owner, and the order of locks", () => {
	const tables = sourceFiles("app/platform/db/tables").flatMap(({ text }) =>
		[...text.matchAll(/^(?:\t|export type \w+ = \{ )(\w+): \w+Table\b/gm)].map(([, table]) => table),
	);
	expect(tables).toContain("jobs");
	const page = read("database.md");
	const [owners = ""] = page.split("## Transactions");
	expect(tables.filter((table) => !owners.includes(`\`${table}\``))).toEqual([]);
	expect(page).toContain(
		Object.keys(LOCK_ORDER)
			.map((table) => `\`${table}\``)
			.join(" → "),
	);
});

test("docs/ARCHITECTURE.md numbers the layers as imports are checked, and stays short", () => {
	const page = read("ARCHITECTURE.md");
	const numbered = [...page.matchAll(/^\| (\d+) \| `([\w-]+)\/` \|/gm)].map(([, layer, name]) => [
		name,
		Number(layer),
	]);
	const layers = LAYERS.flatMap((modules, above) => modules.map((name) => [name, above + 1]));
	expect(Object.fromEntries(numbered)).toEqual(Object.fromEntries(layers));
	const [, beside = ""] = /^\| beside \| (.*?) \|/m.exec(page) ?? [];
	expect(beside.match(/[\w-]+(?=\/)/g)?.sort()).toEqual(Object.keys(SIDE_MODULES).sort());
	// Two pages and a picture: what is looked up has pages of its own.
	expect(Buffer.byteLength(page)).toBeLessThan(10_000);
});
