import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOCK_ORDER } from "../../app/platform/db/lock-row.server.ts";
import { atLeast } from "../../bin/architecture/draw.ts";
import { graphOf } from "../../bin/architecture/graph.ts";
import { drawArchitecture, PICTURE } from "../../bin/architecture/picture.ts";
import { ROOT, sourceFiles } from "./source-files.ts";

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

const page = readFileSync(join(ROOT, "docs/ARCHITECTURE.md"), "utf8");
const pages = {
	"docs/ARCHITECTURE.md": page,
	"docs/where-to-change.md": readFileSync(join(ROOT, "docs/where-to-change.md"), "utf8"),
};
/** The pages leave `app/` out. */
const fileOf = (path: string) => [path, `app/${path}`].find((file) => existsSync(join(ROOT, file)));

test.each(Object.entries(pages))("every file and folder that %s names exists", (_, page) => {
	const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.tsx?|\.css|\.json|\.md))`/g)].map(
		([, path = ""]) => path,
	);
	expect(named.length).toBeGreaterThan(90);
	expect(named.filter((path) => path.includes("/") && !fileOf(path))).toEqual([]);
});

test.each(Object.entries(pages))("every name that %s gives with its file is in that file", (_, page) => {
	const named = [
		...page.matchAll(/((?:`[\w.]+(?:\(\))?`,? )+)(?:in|of) `([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|css|json))`/g),
	];
	expect(named.length).toBeGreaterThan(45);
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

test("docs/ARCHITECTURE.md names every table with its owner, and the order of locks", () => {
	const tables = sourceFiles("app/platform/db/tables").flatMap(({ text }) =>
		[...text.matchAll(/^(?:\t|export type \w+ = \{ )(\w+): \w+Table\b/gm)].map(([, table]) => table),
	);
	expect(tables).toContain("jobs");
	const [, owners = ""] = page.split("## Tables and their owners");
	expect(tables.filter((table) => !owners.includes(`\`${table}\``))).toEqual([]);
	expect(page).toContain(
		Object.keys(LOCK_ORDER)
			.map((table) => `\`${table}\``)
			.join(" → "),
	);
});
