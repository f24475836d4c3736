import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atLeast } from "../../bin/architecture/draw.ts";
import { graphOf } from "../../bin/architecture/graph.ts";
import { drawArchitecture, PICTURE } from "../../bin/architecture/picture.ts";
import { ROOT } from "./source-files.ts";

test("the picture of the architecture is the one that the imports give", () => {
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
